"""Sends requests and retries them, in a synchronous and an asyncio version. The rules for retries are in ``_policy``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import httpx
from pydantic import ValidationError

from . import _policy as policy
from ._asking import Asked, Prepared, prepare
from ._deadline import within
from ._files import AsyncLedgerFile, LedgerFile
from ._listing import AsyncListing, Listing, Page, page_in
from ._model import adapter

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """A successful answer from the ledger. The content of a stream or file is read later."""

    response: httpx.Response
    envelope: dict[str, Any]
    course: policy.Course

    def one(self, model: type[T]) -> T:
        try:
            read: T = adapter(cast(Hashable, model)).validate_python(self.envelope["data"])
        except ValidationError as error:
            raise self._unreadable() from error
        return read

    def page(self, item: Any, meta: Any) -> Page[Any, Any]:
        try:
            return page_in(self.envelope, item, meta)
        except (ValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._unreadable() from error

    def _unreadable(self) -> Exception:
        return self.course.unreadable("The answer is not of the shape that this client knows. Is it older than the ledger?")


class Sending:
    """Sends the requests of a client's resources."""

    def __init__(self, http: httpx.Client, limits: policy.Limits) -> None:
        self.http = http
        self.limits = limits

    def one(self, model: type[T], asked: Asked) -> T:
        return self.answer(asked).one(model)

    def list(self, item: type[T], meta: Any, asked: Asked) -> Listing[T, Any]:
        return Listing(lambda cursor: self.answer(asked.behind(cursor)).page(item, meta))

    def file(self, asked: Asked) -> LedgerFile:
        answer = self.answer(asked, streamed=True)
        return LedgerFile(answer.response, answer.course.prepared.sent)

    def answer(self, asked: Asked, streamed: bool = False, attempts: int | None = None) -> Answer:
        course = policy.Course(prepare(asked), _limits(self.limits, attempts))
        while True:
            course.begin()
            try:
                with within(course.seconds):
                    response = self.http.send(_request(self.http, course), stream=True, follow_redirects=False)
                    if streamed and response.is_success:
                        return Answer(response, {}, course)
                    try:
                        response.read()
                    finally:
                        response.close()
            except httpx.RequestError as error:
                pause = course.after_loss(_lost(error))
            else:
                told = course.after_answer(response.status_code, response.headers, response.text)
                if isinstance(told, dict):
                    return Answer(response, told, course)
                pause = told
            time.sleep(pause)


class AsyncSending:
    """The asyncio version of ``Sending``."""

    def __init__(self, http: httpx.AsyncClient, limits: policy.Limits) -> None:
        self.http = http
        self.limits = limits

    async def one(self, model: type[T], asked: Asked) -> T:
        return (await self.answer(asked)).one(model)

    def list(self, item: type[T], meta: Any, asked: Asked) -> AsyncListing[T, Any]:
        async def read(cursor: str | None) -> Page[T, Any]:
            return (await self.answer(asked.behind(cursor))).page(item, meta)

        return AsyncListing(read)

    async def file(self, asked: Asked) -> AsyncLedgerFile:
        answer = await self.answer(asked, streamed=True)
        return AsyncLedgerFile(answer.response, answer.course.prepared.sent)

    async def answer(self, asked: Asked, streamed: bool = False, attempts: int | None = None) -> Answer:
        course = policy.Course(prepare(asked), _limits(self.limits, attempts))
        while True:
            course.begin()
            try:
                response = await asyncio.wait_for(self._attempt(course, streamed), course.seconds)
            except asyncio.TimeoutError:
                pause = course.after_loss(_LATE)
            except httpx.RequestError as error:
                pause = course.after_loss(_lost(error))
            else:
                if streamed and response.is_success:
                    return Answer(response, {}, course)
                told = course.after_answer(response.status_code, response.headers, response.text)
                if isinstance(told, dict):
                    return Answer(response, told, course)
                pause = told
            await asyncio.sleep(pause)

    async def _attempt(self, course: policy.Course, streamed: bool) -> httpx.Response:
        response = await self.http.send(_request(self.http, course), stream=True, follow_redirects=False)
        if streamed and response.is_success:
            return response
        try:
            await response.aread()
        finally:
            await response.aclose()
        return response


def _limits(limits: policy.Limits, attempts: int | None) -> policy.Limits:
    return limits if attempts is None else replace(limits, max_attempts=attempts)


def _request(http: httpx.Client | httpx.AsyncClient, course: policy.Course) -> httpx.Request:
    prepared: Prepared = course.prepared
    return http.build_request(
        prepared.method,
        prepared.path,
        params=dict(prepared.params) or None,
        headers=prepared.headers,
        content=prepared.content,
        timeout=course.seconds,
    )


_LATE = "There was no answer in time."


def _lost(error: httpx.RequestError) -> str:
    if isinstance(error, httpx.TimeoutException):
        return _LATE
    return f"The connection broke: {type(error).__name__}."
