"""Sends calls, retries them where that is safe, and turns every failure into an AssayError."""

from __future__ import annotations

import email.message
import email.utils
import json
import random
import re
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from .errors import AssayError

# Longer than the minute in which rate limits are counted.
RETRY_FOR_SECONDS = 120
# Longer than a restart of the service with recovery of its database.
PERSISTENT_SECONDS = 300
FIRST_DELAY_SECONDS = 0.25
MAX_DELAY_SECONDS = 10
# Chunks, forms and files may take this many times the time limit.
LONG_CALL_FACTOR = 5


def segment(text: str | int) -> str:
    """Encodes a part of a path, so that an invalid id does not change the path."""
    return urllib.parse.quote(str(text), safe="")


@dataclass
class Download:
    """A file of the service. `content` is read once, `save` writes it without keeping it in memory."""

    file_name: str
    content_type: str
    _response: HTTPResponse = field(repr=False)

    def read(self) -> bytes:
        with self._response as response:
            return response.read()

    def save(self, path: str | Path) -> Path:
        """Writes the file to `path`, or into it if it is a folder, and returns the path."""
        target = Path(path)
        if target.is_dir():
            target = target / Path(self.file_name).name
        with self._response as response, target.open("wb") as file:
            shutil.copyfileobj(response, file, 1 << 20)
        return target


@dataclass(frozen=True)
class Body:
    """What a request sends. `open` is called for every attempt."""

    content_type: str
    length: int
    open: Callable[[], bytes | Iterable[bytes]]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects; a key must not follow a redirect elsewhere."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None,
        admin_token: str | None,
        timeout_seconds: float,
        retries: int,
    ) -> None:
        self._base_url = _checked_base_url(base_url)
        self._api_key = _checked_key("api_key", api_key)
        self._admin_token = _checked_key("admin_token", admin_token)
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        raw: Body | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        is_admin: bool = False,
        expects_file: bool = False,
        accepted_status: int | None = None,
        is_persistent: bool = False,
    ) -> Any:
        sent = {"accept": "application/json, */*", **(headers or {}), **self._credentials(is_admin)}
        if method == "POST":
            sent["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        data: Body | None = raw
        if raw is None and body is not None:
            text = json.dumps(body).encode()
            data = Body("application/json", len(text), lambda: text)
        is_long = raw is not None or expects_file
        timeout = self._timeout_seconds * (LONG_CALL_FACTOR if is_long else 1)
        url = self._base_url + path + _query_string(query)
        deadline = time.monotonic() + (PERSISTENT_SECONDS if is_persistent else RETRY_FOR_SECONDS)
        attempt = 0
        while True:
            try:
                return self._attempt(method, url, sent, data, timeout, expects_file, accepted_status)
            except AssayError as error:
                may_repeat = is_persistent or attempt < self._retries
                delay = _retry_delay(error, attempt, is_idempotent=method != "PATCH")
                if not may_repeat or delay is None or time.monotonic() + delay > deadline:
                    raise
            attempt += 1
            time.sleep(delay)

    def _credentials(self, is_admin: bool) -> dict[str, str]:
        if is_admin:
            return {} if self._admin_token is None else {"authorization": f"Bearer {self._admin_token}"}
        return {} if self._api_key is None else {"x-api-key": self._api_key}

    def _attempt(
        self,
        method: str,
        url: str,
        headers: dict[str, str],
        data: Body | None,
        timeout: float,
        expects_file: bool,
        accepted_status: int | None,
    ) -> Any:
        own = dict(headers)
        if data is not None:
            own["content-type"] = data.content_type
            own["content-length"] = str(data.length)
        request = urllib.request.Request(url, data=None if data is None else data.open(), headers=own, method=method)
        try:
            response = self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == accepted_status:
                    return json.loads(error.read())
                raise _service_error(error.code, error.headers, error.read()) from None
        except TimeoutError as error:
            raise AssayError("timeout", f"The service did not answer within {timeout:g} seconds.") from error
        except (urllib.error.URLError, HTTPException, OSError) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise AssayError("timeout", f"The service did not answer within {timeout:g} seconds.") from error
            raise AssayError("network", f"The service cannot be reached: {error}.") from error
        if expects_file:
            name = email.message.Message()
            name["content-disposition"] = response.headers.get("content-disposition", "")
            content_type = response.headers.get("content-type", "application/octet-stream")
            return Download(name.get_filename() or "download", content_type, response)
        try:
            with response:
                text = response.read()
        except (HTTPException, OSError) as error:
            raise AssayError("network", f"The answer ended early: {error}.") from error
        return json.loads(text) if text else None


class Caller:
    """What the generated methods need."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, method: str, path: str, **options: Any) -> Any:
        return self._transport.send(method, path, **options)


def entries(read_page: Callable[..., Any], key: str, *arguments: Any, **options: Any) -> Iterator[Any]:
    """The entries of all pages of a list."""
    while True:
        page = read_page(*arguments, **options)
        yield from page[key]
        cursor = page.get("nextCursor")
        if cursor is None:
            return
        options["cursor"] = cursor


def _checked_base_url(text: str) -> str:
    try:
        url = urllib.parse.urlsplit(text)
        is_valid = url.scheme in ("http", "https") and bool(url.hostname) and url.username is None
    except ValueError:
        is_valid = False
    if not is_valid:
        # The message does not repeat the address, which may contain a password.
        raise AssayError(
            "invalid_options",
            "base_url is not the address of a service. It needs a scheme and no password, for example https://assay.example.com.",
        )
    return text.rstrip("/")


def _checked_key(name: str, key: str | None) -> str | None:
    """Removes white space, which often comes with the file a key was read from. The message does not repeat the key."""
    trimmed = None if key is None else key.strip()
    if trimmed is not None and re.search(r"[^\x21-\x7e]", trimmed):
        raise AssayError("invalid_options", f"{name} contains invalid characters, such as a line break. Copy the key again.")
    return trimmed


def _query_string(query: Mapping[str, Any] | None) -> str:
    def to_text(value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (list, tuple)):
            return ",".join(map(to_text, value))
        return str(value)

    given = {name: to_text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _service_error(status: int, headers: Mapping[str, str], content: bytes) -> AssayError:
    try:
        body = json.loads(content)
        code, message = headers["x-error-code"], body["message"]
    except (ValueError, KeyError, TypeError):
        code, message = "unexpected_answer", f"The service answered with status {status} and no message of its own."
    code = code or "unexpected_answer"
    return AssayError(
        str(code),
        str(message),
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after_seconds=read_retry_after(headers.get("retry-after")),
    )


def read_retry_after(text: str | None) -> float | None:
    """`Retry-After` is seconds or a date."""
    if text is None or text.strip() == "":
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _retry_delay(error: AssayError, attempt: int, *, is_idempotent: bool) -> float | None:
    """Seconds until the next attempt, or None if the call is not repeated."""
    # The service did nothing, so repeating is always safe.
    is_requested = error.status == 429 or error.code == "request_in_progress"
    is_transient = error.code in ("network", "timeout") or error.status == 408 or (error.status or 0) >= 500
    if not is_requested and not (is_idempotent and is_transient):
        return None
    backoff = min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2**attempt)
    # Jitter, so that clients that failed together do not repeat together.
    return max(error.retry_after_seconds or 0.0, backoff * (0.5 + random.random() / 2))
