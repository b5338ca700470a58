"""Fetching over HTTP: through proxies, trusting the system's certificates, resuming, verified."""

import errno
import hashlib
import http.client
import json
import os
import ssl
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any, NamedTuple

from . import VERSION
from .failure import AGAIN, RETRY, Failure

ATTEMPTS = 3
CHUNK = 1 << 18
TIMEOUT = 20  # seconds without a byte
NETWORK_ERRORS = (OSError, http.client.HTTPException)
FULL_DISK = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
# Where systems keep their certificates; a Python that was built elsewhere may not look there.
CERTIFICATES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]


class Archive(NamedTuple):
    """One engine archive of one release."""

    url: str
    sha256: str
    size: int


def fetch_json(url: str) -> Any:
    """Fetches a small JSON text. Raises Failure."""
    try:
        with _open(url) as response:
            return json.loads(response.read(1 << 20))
    except ValueError as error:
        raise Failure("what the release answers is not JSON", RETRY, url=url) from error
    except NETWORK_ERRORS as error:
        raise _unreachable(url, error) from error


def fetch(archive: Archive, target: Path) -> None:
    """Fetches an archive, going on where an earlier attempt ended, and checks size and digest.

    Raises Failure, and OSError when the file cannot be written.
    """
    is_resumed = target.exists()
    with target.open("ab+") as file:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                _receive(archive, file)
                break
            except NETWORK_ERRORS as error:
                if getattr(error, "errno", None) in FULL_DISK:
                    raise
                is_refused = isinstance(error, urllib.error.HTTPError) and error.code < 500
                if is_refused or attempt == ATTEMPTS:
                    raise _unreachable(archive.url, error) from error
                time.sleep(0.5 * attempt)
        file.seek(0)
        observed = hashlib.file_digest(file, "sha256").hexdigest()
    if observed != archive.sha256:
        target.unlink()
        if not is_resumed:
            problem = "the downloaded archive is not the one that was released"
            digests = {"expectedSha256": archive.sha256, "observedSha256": observed}
            raise Failure(problem, AGAIN, url=archive.url, **digests)
        fetch(archive, target)  # the earlier attempt may have left something bad


def _receive(archive: Archive, file: IO[bytes]) -> None:
    if (start := file.seek(0, os.SEEK_END)) == archive.size:
        return
    with _open(archive.url, start if start < archive.size else 0) as response:
        at = start if response.status == 206 else 0
        if (size := at + (response.length or archive.size - at)) != archive.size:
            raise ConnectionError(f"{size} bytes came, not the {archive.size} released")
        if at < start:
            file.truncate(at)
        while at < archive.size:
            chunk = response.read(min(CHUNK, archive.size - at))
            if not chunk:
                raise ConnectionError(f"cut off after {at} of {archive.size} bytes")
            at += file.write(chunk)


def _open(url: str, start: int = 0) -> http.client.HTTPResponse:
    headers = {"User-Agent": f"codegraphagent/{VERSION}"}
    if start > 0:
        headers["Range"] = f"bytes={start}-"
    context = ssl.create_default_context()
    if "SSL_CERT_FILE" not in os.environ:  # which Python heeds by itself
        for bundle in filter(os.path.exists, CERTIFICATES):
            context.load_verify_locations(bundle)
    request = urllib.request.Request(url, headers=headers)
    response: http.client.HTTPResponse = urllib.request.urlopen(
        request, None, TIMEOUT, context=context
    )
    return response


def _unreachable(url: str, error: Exception) -> Failure:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(error, urllib.error.HTTPError):
        reason = f"HTTP {error.code} {reason}"
    remedy = f"{RETRY} Behind a proxy, set HTTPS_PROXY."
    if isinstance(reason, ssl.SSLCertVerificationError):
        remedy = f"Set SSL_CERT_FILE to the certificates of your network. {RETRY}"
    return Failure("the release cannot be reached", remedy, url=url, error=str(reason))
