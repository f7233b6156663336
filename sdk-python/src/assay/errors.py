"""The one exception of the client."""

from __future__ import annotations


class AssayError(Exception):
    """A call that failed. `code` is the service's code (docs/errors.md) or one of the client's own:

    `network` (no answer), `timeout`, `invalid_signature`, `invalid_options`, `failed_document`, `not_finished`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    def __str__(self) -> str:
        place = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{self.code}: {self.message}{place}"
