"""A deadline for a whole attempt. The timeouts of httpx apply to single reads, so a server that sends a byte now and then could
prolong an attempt without limit. Here every operation on a connection has only the remaining time of the attempt."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore
import httpx

_until: ContextVar[float | None] = ContextVar("until", default=None)
_PIECE_BYTES = 65_536


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """In this block, all network operations of this thread together take at most this many seconds. The limit applies only to
    clients that ``bound`` prepared."""
    token = _until.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def bound(http: httpx.Client) -> None:
    """Makes the client's connections obey the deadline, including connections through proxies from environment variables. httpx
    has no option for a deadline, so this function replaces its network backend."""
    for transport in (http._transport, *http._mounts.values()):
        pool = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if pool is not None and backend is not None:
            pool._network_backend = _Backend(backend)


def _left(timeout: float | None, late: type[httpcore.TimeoutException]) -> float | None:
    until = _until.get()
    if until is None:
        return timeout
    left = until - time.monotonic()
    if left <= 0:
        raise late("the attempt took too long")
    return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # httpcore applies a timeout to each system call, and a large body needs many calls. So each piece gets the remaining
        # time.
        for begin in range(0, len(buffer), _PIECE_BYTES):
            self._inner.write(buffer[begin : begin + _PIECE_BYTES], _left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, *args: Any, **named: Any) -> httpcore.NetworkStream:
        named["timeout"] = _left(named.get("timeout"), httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(*args, **named))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, inner: httpcore.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.connect_tcp(host, port, left, local_address, socket_options))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        left = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._inner.connect_unix_socket(path, left, socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)
