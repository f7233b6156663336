"""Submission of files: small ones in one form, large ones in chunks that can be resumed."""

from __future__ import annotations

import base64
import hashlib
import json
import mimetypes
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from .errors import AssayError
from .transport import Body, Transport, segment

# Above this size, repeating a lost request as a whole costs more than chunks.
MAX_FORM_BYTES = 16 * 1024 * 1024
MAX_FILES_IN_FORM = 20
# After a chunk that was not expected the upload continues from what the service has, at most this often.
MAX_REALIGNMENTS = 3
_READ_BYTES = 1 << 20

Progress = Callable[[int, int], None]


class UploadedDocument(TypedDict):
    documentId: str
    fileNames: list[str]


class UploadedDocuments(TypedDict):
    complianceReviewId: str
    documents: list[UploadedDocument]


# The names of a submission's options, by those of the keyword arguments.
OPTION_NAMES = {
    "compliance_review_id": "complianceReviewId",
    "business_entity_id": "businessEntityId",
    "control_id": "controlId",
    "compliance_framework_id": "complianceFrameworkId",
    "selected_control_item_ids": "selectedControlItemIds",
    "selected_control_cluster_ids": "selectedControlClusterIds",
    "audit_language_id": "auditLanguageId",
    "subject": "subject",
    "documents_count": "documentsCount",
    "supersedes": "supersedes",
    "effective_from": "effectiveFrom",
    "valid_until": "validUntil",
    "review_by": "reviewBy",
    "facts": "facts",
    "is_consolidated": "isConsolidated",
}


def to_options(given: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(given) - set(OPTION_NAMES))
    if unknown:
        raise AssayError("invalid_options", f"Unknown option {unknown[0]}. Known: {', '.join(OPTION_NAMES)}.")
    return {OPTION_NAMES[name]: value for name, value in given.items() if value is not None}


def _as_texts(options: Mapping[str, Any]) -> dict[str, str]:
    """A form has no lists and no objects: they are sent as JSON text."""
    return {name: json.dumps(value) if isinstance(value, (list, tuple, dict)) else value for name, value in options.items()}


def checked_files(files: Sequence[str | Path]) -> list[Path]:
    paths = [Path(one) for one in files]
    if not paths:
        raise AssayError("invalid_options", "No file was given.")
    for path in paths:
        if not path.is_file():
            raise AssayError("invalid_options", f"{path} is not a file.")
    return paths


def submit_form(
    transport: Transport, files: Sequence[Path], options: Mapping[str, Any], idempotency_key: str | None
) -> Any:
    """Sends all files as one document, in one request."""
    boundary = f"assay-{uuid.uuid4().hex}"
    heads = [_part_head(boundary, path) for path in files]
    end = f"--{boundary}--\r\n".encode()
    length = sum(len(head) + path.stat().st_size + 2 for head, path in zip(heads, files)) + len(end)

    def pieces() -> Iterator[bytes]:
        for head, path in zip(heads, files):
            yield head
            yield from _read(path)
            yield b"\r\n"
        yield end

    body = Body(f"multipart/form-data; boundary={boundary}", length, pieces)
    return transport.send(
        "POST", "/v1/documents/submit", query=_as_texts(options), raw=body, idempotency_key=idempotency_key
    )


def _part_head(boundary: str, path: Path) -> bytes:
    name = path.name.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "%0D").replace("\n", "%0A")
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="files[]"; filename="{name}"\r\ncontent-type: {media_type}\r\n\r\n'
    return head.encode()


def _read(path: Path) -> Iterable[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_READ_BYTES):
            yield piece


def upload_in_chunks(
    transport: Transport,
    files: Sequence[Path],
    options: Mapping[str, Any],
    resume_file: Path | None,
    on_progress: Progress | None,
) -> UploadedDocuments:
    """Sends the files, or what an interrupted upload of the same files lacks."""
    wanted = _fingerprint(files, options)
    session = _read_session(transport, resume_file, wanted)
    if session is None:
        session = _start(transport, files, options)
        if resume_file is not None:
            resume_file.write_text(json.dumps({"upload": wanted, "session": session}))
    uploaded = _send_files(transport, files, session, on_progress)
    if resume_file is not None:
        resume_file.unlink(missing_ok=True)
    return uploaded


def _fingerprint(files: Sequence[Path], options: Mapping[str, Any]) -> dict[str, Any]:
    """What must be the same for an upload to be resumed."""
    own = [[path.name, path.stat().st_size, path.stat().st_mtime_ns] for path in files]
    return {"files": own, "options": json.loads(json.dumps(options))}


def _read_session(transport: Transport, resume_file: Path | None, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    if resume_file is None or not resume_file.exists():
        return None
    try:
        stored = json.loads(resume_file.read_text())
        session, upload = stored["session"], stored["upload"]
    except (ValueError, KeyError, TypeError):
        raise AssayError("resume_mismatch", f"{resume_file} is not the file of an interrupted upload.") from None
    if upload != wanted:
        raise AssayError("resume_mismatch", f"{resume_file} belongs to an upload of other files or for another review.")
    try:
        status = transport.send("GET", f"/v1/documents/upload/{segment(session['sessionId'])}/status", is_persistent=True)
    except AssayError as error:
        if error.status == 404:
            return None
        raise
    if status["status"] in ("expired", "cancelled"):
        return None
    received = {one["fileId"]: one["receivedChunks"] for one in status["files"]}
    for file in session["files"]:
        file["receivedChunks"] = received[file["fileId"]]
    return session


def _start(transport: Transport, files: Sequence[Path], options: Mapping[str, Any]) -> dict[str, Any]:
    facts = {"facts": options["facts"]} if "facts" in options else {}
    body = {
        **_as_texts({name: value for name, value in options.items() if name != "facts"}),
        **facts,
        "files": [{"fileName": path.name, "fileSize": path.stat().st_size} for path in files],
    }
    if "businessEntityId" in options and "complianceFrameworkId" not in options:
        body["complianceFrameworkId"] = _framework_of(transport, options.get("controlId"))
    return transport.send("POST", "/v1/documents/upload/start", body=body)


def _framework_of(transport: Transport, control_id: str | None) -> str:
    answer = transport.send("GET", "/v1/compliance-frameworks")
    for framework in answer["frameworks"]:
        if any(control["id"] == control_id for control in framework["controls"]):
            return framework["id"]
    raise AssayError("invalid_options", f"There is no control {control_id}.")


def _send_files(
    transport: Transport,
    files: Sequence[Path],
    session: Mapping[str, Any],
    on_progress: Progress | None,
) -> UploadedDocuments:
    total = sum(path.stat().st_size for path in files)
    stored = 0
    review = ""
    documents: dict[str, UploadedDocument] = {}
    for path, file in zip(files, session["files"], strict=True):
        receipt = _send_file(transport, session["sessionId"], path, file, lambda sent: _report(on_progress, stored + sent, total))
        stored += path.stat().st_size
        _report(on_progress, stored, total)
        if receipt["documentId"] is not None:
            review = receipt["complianceReviewId"]
            own = documents.setdefault(receipt["documentId"], {"documentId": receipt["documentId"], "fileNames": []})
            own["fileNames"].append(path.name)
    documents_made = list(documents.values())
    if len(documents_made) == 1:
        # A consolidated document is completed by its last file only.
        documents_made[0]["fileNames"] = [path.name for path in files]
    return {"complianceReviewId": review, "documents": documents_made}


def _report(on_progress: Progress | None, stored: int, total: int) -> None:
    if on_progress is not None:
        on_progress(stored, total)


def _send_file(
    transport: Transport,
    session_id: str,
    path: Path,
    file: Mapping[str, Any],
    on_stored: Callable[[int], None],
) -> Mapping[str, Any]:
    # The last stored chunk is sent again: the service compares it, so that another file is noticed.
    index = max(0, len(file.get("receivedChunks", [])) - 1)
    chunk_bytes: int = file["chunkSizeBytes"]
    receipt: Mapping[str, Any] = {}
    realignments = 0
    with path.open("rb") as opened:
        while index < file["totalChunks"]:
            opened.seek(index * chunk_bytes)
            chunk = opened.read(chunk_bytes)
            try:
                receipt = _put_chunk(transport, session_id, file["fileId"], index, chunk)
            except AssayError as error:
                if error.code != "chunk_out_of_order" or realignments == MAX_REALIGNMENTS:
                    raise
                realignments += 1
                index = _received(transport, session_id, file["fileId"])
                continue
            on_stored(min(path.stat().st_size, (index + 1) * chunk_bytes))
            index += 1
    return receipt


def _put_chunk(transport: Transport, session_id: str, file_id: str, index: int, chunk: bytes) -> Any:
    digest = base64.b64encode(hashlib.sha256(chunk).digest()).decode()
    return transport.send(
        "PUT",
        f"/v1/documents/upload/{segment(session_id)}/files/{segment(file_id)}/chunks/{index}",
        raw=Body("application/octet-stream", len(chunk), lambda: chunk),
        headers={"content-digest": f"sha-256=:{digest}:"},
        is_persistent=True,
    )


def _received(transport: Transport, session_id: str, file_id: str) -> int:
    status = transport.send("GET", f"/v1/documents/upload/{segment(session_id)}/status", is_persistent=True)
    return next(len(one["receivedChunks"]) for one in status["files"] if one["fileId"] == file_id)
