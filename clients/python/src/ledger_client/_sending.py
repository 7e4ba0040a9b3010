"""How requests are sent and sent again: once for programs that wait, once for asyncio. What to do is said by ``_policy``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from typing import Any, TypeVar, cast

import httpx

from . import _policy as policy
from ._asking import Asked, Prepared, prepare
from ._files import AsyncLedgerFile, LedgerFile
from ._listing import AsyncListing, Listing
from ._model import adapter

T = TypeVar("T")


def _read(model: type[T], data: Any) -> T:
    read: T = adapter(cast(Hashable, model)).validate_python(data)
    return read


class Sending:
    """Reaches the service for the resources of a client."""

    def __init__(self, http: httpx.Client, limits: policy.Limits) -> None:
        self.http = http
        self.limits = limits

    def one(self, model: type[T], asked: Asked) -> T:
        return _read(model, self._json(asked)["data"])

    def list(self, item: type[T], meta: Any, asked: Asked) -> Listing[T, Any]:
        return Listing(lambda cursor: self._json(asked.behind(cursor)), item, meta)

    def file(self, asked: Asked) -> LedgerFile:
        return LedgerFile(self.answer(asked, streamed=True))

    def _json(self, asked: Asked) -> dict[str, Any]:
        envelope = policy.envelope_in(self.answer(asked).text)
        assert envelope is not None, "an answer without an envelope is no answer"
        return envelope

    def answer(self, asked: Asked, streamed: bool = False) -> httpx.Response:
        """The answer, which is no refusal. Of a stream, only its beginning has come."""
        prepared = prepare(asked)
        attempt = 0
        in_doubt = False
        while True:
            attempt += 1
            try:
                response = self.http.send(_request(self.http, prepared, self.limits), stream=True)
                try:
                    if streamed and response.is_success:
                        return response
                    response.read()
                except BaseException:
                    response.close()
                    raise
            except httpx.TransportError as error:
                pause = policy.pause_after_loss(_lost(error), True, prepared, attempt, self.limits)
                in_doubt = True
            else:
                envelope = policy.envelope_in(response.text)
                if envelope is None:
                    pause = policy.pause_after_loss(
                        *policy.stranger(response.status_code), prepared, attempt, self.limits
                    )
                    in_doubt = True
                elif response.is_success:
                    return response
                else:
                    refusal = policy.refusal_of(
                        response.status_code, response.headers, envelope, prepared, in_doubt
                    )
                    pause = policy.pause_after_refusal(refusal, prepared, attempt, self.limits)
                    in_doubt = refusal.may_have_happened
            time.sleep(pause)


class AsyncSending:
    """The same for asyncio."""

    def __init__(self, http: httpx.AsyncClient, limits: policy.Limits) -> None:
        self.http = http
        self.limits = limits

    async def one(self, model: type[T], asked: Asked) -> T:
        return _read(model, (await self._json(asked))["data"])

    def list(self, item: type[T], meta: Any, asked: Asked) -> AsyncListing[T, Any]:
        return AsyncListing(lambda cursor: self._json(asked.behind(cursor)), item, meta)

    async def file(self, asked: Asked) -> AsyncLedgerFile:
        return AsyncLedgerFile(await self.answer(asked, streamed=True))

    async def _json(self, asked: Asked) -> dict[str, Any]:
        envelope = policy.envelope_in((await self.answer(asked)).text)
        assert envelope is not None, "an answer without an envelope is no answer"
        return envelope

    async def answer(self, asked: Asked, streamed: bool = False) -> httpx.Response:
        prepared = prepare(asked)
        attempt = 0
        in_doubt = False
        while True:
            attempt += 1
            try:
                response = await self.http.send(_request(self.http, prepared, self.limits), stream=True)
                try:
                    if streamed and response.is_success:
                        return response
                    await response.aread()
                except BaseException:
                    await response.aclose()
                    raise
            except httpx.TransportError as error:
                pause = policy.pause_after_loss(_lost(error), True, prepared, attempt, self.limits)
                in_doubt = True
            else:
                envelope = policy.envelope_in(response.text)
                if envelope is None:
                    pause = policy.pause_after_loss(
                        *policy.stranger(response.status_code), prepared, attempt, self.limits
                    )
                    in_doubt = True
                elif response.is_success:
                    return response
                else:
                    refusal = policy.refusal_of(
                        response.status_code, response.headers, envelope, prepared, in_doubt
                    )
                    pause = policy.pause_after_refusal(refusal, prepared, attempt, self.limits)
                    in_doubt = refusal.may_have_happened
            await asyncio.sleep(pause)


def _request(http: httpx.Client | httpx.AsyncClient, prepared: Prepared, limits: policy.Limits) -> httpx.Request:
    seconds = limits.timeout if prepared.timeout is None else prepared.timeout
    return http.build_request(
        prepared.method,
        prepared.path,
        params=dict(prepared.params) or None,
        headers=prepared.headers,
        content=prepared.content,
        timeout=seconds,
    )


def _lost(error: httpx.TransportError) -> str:
    late = isinstance(error, httpx.TimeoutException)
    return "There was no answer in time." if late else f"The connection broke: {error}"
