"""Client of the Assay compliance review service."""

from .client import Assay
from .errors import AssayError
from .transport import Download
from .uploads import UploadedDocument, UploadedDocuments
from .webhooks import WebhookEvent, verify_webhook

__all__ = ["Assay", "AssayError", "Download", "UploadedDocument", "UploadedDocuments", "WebhookEvent", "verify_webhook"]
