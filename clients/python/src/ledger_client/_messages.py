"""Reads Server-Sent Events by the rules of the format: CR, LF and CRLF end a line, and nothing else does. U+2028, U+2029 and U+0085
are text like any other, which ``str.splitlines`` and the line iterators of HTTP libraries do not know."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\n|\r")


class MessageReader:
    """An empty line ends a message; a message that the connection cut off is none."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        # The beginning of a line whose end has not arrived, in pieces: joined once, however many there are.
        self._line: list[str] = []
        self._data: list[str] = []
        self._ended_by_cr = False

    def data_in(self, piece: bytes) -> Iterator[str]:
        """The data of each message that ends within this piece."""
        text = self._decoder.decode(piece)
        if not text:
            return
        if self._ended_by_cr and text[0] == "\n":
            text = text[1:]
            self._ended_by_cr = False
        self._ended_by_cr = text.endswith("\r")
        *parts, rest = _LINE_END.split(text)
        for part in parts:
            line = "".join((*self._line, part))
            self._line.clear()
            if line:
                self._take(line)
                continue
            if self._data:
                yield "\n".join(self._data)
            self._data.clear()
        self._line.append(rest)

    def _take(self, line: str) -> None:
        """Only data matters here: the sequence of an event is in it. A line that begins with a colon is a sign of life."""
        if line == "data":
            self._data.append("")
        elif line.startswith("data:"):
            self._data.append(line[6:] if line.startswith("data: ") else line[5:])
