"""A list that the service gives page by page: read as one list, or a page at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._model import adapter

Item = TypeVar("Item")
Meta = TypeVar("Meta")


@dataclass(frozen=True)
class Page(Generic[Item, Meta]):
    items: list[Item]
    meta: Meta
    """The members of the page beside its items; most lists have none."""
    next_cursor: str | None
    """None on the last page."""
    previous_cursor: str | None
    """None on the first page."""


def page_in(answer: dict[str, Any], item: Any, meta: Any) -> Page[Any, Any]:
    """Raises what goes wrong where the answer is no page of such items."""
    told = dict(answer["meta"])
    pagination = told.pop("pagination")
    # The entries of an account wrap their pagination once more.
    pagination = pagination.get("pagination", pagination)
    return Page(
        items=adapter(list[item]).validate_python(answer["data"]),
        meta=None if meta is None else adapter(meta).validate_python(told),
        next_cursor=pagination["next_cursor"],
        previous_cursor=pagination["previous_cursor"],
    )


class Listing(Generic[Item, Meta]):
    """``for item in listing`` reads to the end, and asks for a page when the one before is used up."""

    def __init__(self, read: Callable[[str | None], Page[Item, Meta]]) -> None:
        self._read = read

    def page(self, cursor: str | None = None) -> Page[Item, Meta]:
        """The page behind a cursor, or the first one."""
        return self._read(cursor)

    def pages(self) -> Iterator[Page[Item, Meta]]:
        cursor: str | None = None
        while True:
            page = self.page(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncListing(Generic[Item, Meta]):
    """``async for item in listing``."""

    def __init__(self, read: Callable[[str | None], Awaitable[Page[Item, Meta]]]) -> None:
        self._read = read

    async def page(self, cursor: str | None = None) -> Page[Item, Meta]:
        return await self._read(cursor)

    async def pages(self) -> AsyncIterator[Page[Item, Meta]]:
        cursor: str | None = None
        while True:
            page = await self.page(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
