"""The client: the generated operations, submission of files, and waiting for results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import types
from .errors import AssayError
from .operations import Administration, Operations
from .transport import Transport
from .uploads import (
    MAX_FILES_IN_FORM,
    MAX_FORM_BYTES,
    Progress,
    UploadedDocuments,
    checked_files,
    submit_form,
    to_options,
    upload_in_chunks,
)

# Short documents take a second or two; longer ones are polled less often.
FIRST_PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 3.0
PAUSE_GROWTH = 1.4


class Assay(Operations):
    """A client of the service with one method for each operation; nothing is sent before the first call.

    Lists of several pages have an `iterate_` method beside `list_`. Every failure is an AssayError.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        admin_token: str | None = None,
        timeout_seconds: float = 60,
        retries: int = 4,
    ) -> None:
        transport = Transport(
            base_url, api_key=api_key, admin_token=admin_token, timeout_seconds=timeout_seconds, retries=retries
        )
        super().__init__(transport)
        self.admin = Administration(transport)

    def get_health(self) -> types.Health:
        """The health of the service; a degraded service is no error. Needs no key."""
        return self._call("GET", "/health", accepted_status=503)

    def submit_documents(
        self, files: Sequence[str | Path], *, idempotency_key: str | None = None, **options: Any
    ) -> types.SubmitDocumentsResponse:
        """Submits files as ONE document in one request: at most 20 files of 50 MiB, 200 MiB together.

        options: compliance_review_id, or business_entity_id with control_id; selected_control_item_ids,
        selected_control_cluster_ids, audit_language_id, subject, documents_count, supersedes, effective_from, valid_until,
        review_by, facts.
        """
        return submit_form(self._transport, checked_files(files), to_options(options), idempotency_key)

    def upload_documents(
        self,
        files: Sequence[str | Path],
        *,
        resume_file: str | Path | None = None,
        max_form_bytes: int = MAX_FORM_BYTES,
        on_progress: Progress | None = None,
        **options: Any,
    ) -> UploadedDocuments:
        """Submits files of any size, each as a document, or all as one with `is_consolidated=True`.

        Small ones are sent in one request, large ones in chunks. With `resume_file` an interrupted upload is resumed by
        the same call: the file is written when the upload starts and deleted when it has succeeded. `on_progress` is called
        with the stored bytes and all bytes. The options are those of `submit_documents`.
        """
        paths = checked_files(files)
        wire = to_options(options)
        is_one = len(paths) == 1 or wire.get("isConsolidated") is True
        is_small = sum(path.stat().st_size for path in paths) <= max_form_bytes and len(paths) <= MAX_FILES_IN_FORM
        if is_one and is_small:
            form = {name: value for name, value in wire.items() if name != "isConsolidated"}
            receipt = submit_form(self._transport, paths, form, None)
            names = [path.name for path in paths]
            documents: UploadedDocuments = {
                "complianceReviewId": receipt["complianceReviewId"],
                "documents": [{"documentId": receipt["documentId"], "fileNames": names}],
            }
            return documents
        resume = None if resume_file is None else Path(resume_file)
        return upload_in_chunks(self._transport, paths, wire, resume, on_progress)

    def wait_for_result(
        self,
        document_id: str,
        *,
        timeout_seconds: float = 3600,
        include: Sequence[str] | None = None,
        on_progress: Callable[[types.DocumentResult], None] | None = None,
    ) -> types.DocumentResult:
        """Polls until the document is completed or failed, and returns its result. Raises AssayError `timeout` otherwise."""
        give_up_at = time.monotonic() + timeout_seconds
        pause = FIRST_PAUSE_SECONDS
        while True:
            state = self.get_document_result(document_id, fields="status,progress")
            if on_progress is not None:
                on_progress(state)
            if state["status"] in ("completed", "failed"):
                return self.get_document_result(document_id, include=None if include is None else ",".join(include))
            if time.monotonic() + pause > give_up_at:
                message = f"The document is still {state['status']} after {timeout_seconds:g} seconds."
                raise AssayError("timeout", message)
            time.sleep(pause)
            pause = min(MAX_PAUSE_SECONDS, pause * PAUSE_GROWTH)
