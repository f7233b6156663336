"""Verification of webhooks, as Standard Webhooks defines it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import NotRequired, TypedDict

from .errors import AssayError


class EventData(TypedDict):
    """The ids that an event concerns."""

    companyId: str
    complianceReviewId: NotRequired[str]
    documentId: NotRequired[str]
    sessionId: NotRequired[str]
    status: NotRequired[str]


class WebhookEvent(TypedDict):
    # The same on every retry and replay: use it to ignore duplicates.
    id: str
    # For example document.completed.
    type: str
    # ISO 8601.
    timestamp: str
    data: EventData


def _invalid(message: str) -> AssayError:
    return AssayError("invalid_signature", message)


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes | str,
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Returns the event of a request, if the service has sent it.

    `body` must be exactly as received, before any parsing. Raises AssayError with the code `invalid_signature` otherwise.
    """
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signatures = (given.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    if not (event_id and timestamp and signatures):
        raise _invalid("The request lacks webhook-id, webhook-timestamp or webhook-signature: it is not a delivery from Assay.")
    try:
        age = abs((time.time() if now is None else now) - int(timestamp))
    except ValueError:
        raise _invalid("webhook-timestamp is not a number.") from None
    if age > tolerance_seconds:
        raise _invalid(f"The timestamp is more than {tolerance_seconds:g} seconds off: a replayed request, or a wrong clock.")
    content = body.encode() if isinstance(body, str) else body
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise _invalid("The secret is not valid: it must be whsec_ followed by base64.")
    wanted = hmac.new(key, f"{event_id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    for one in signatures.split(" "):
        version, _, encoded = one.partition(",")
        try:
            signature = base64.b64decode(encoded, validate=True)
        except binascii.Error:
            continue
        if version == "v1" and hmac.compare_digest(signature, wanted):
            event: WebhookEvent = {"id": event_id, **json.loads(content)}
            return event
    raise _invalid("The signature is wrong: the body was changed, or the secret is not the webhook's.")
