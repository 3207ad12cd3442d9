"""The reference for open streams: a program that holds connections and writes the same bytes to all of them.

Plain protocols on uvloop; no HTTP beyond a head, no events, no rights. Whoever asks `GET` is held. A connection that
begins with `SAY ` has what follows written to everybody.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import cast

import uvloop

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
FIRST = b'2a\r\nevent: changed\ndata: {"version": 0}\n\n\r\n'
SAY = b"SAY "

held: list[asyncio.WriteTransport] = []


class Held(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if data.startswith(SAY):
            message = data[len(SAY) :]
            for transport in held:
                transport.write(message)
        else:
            held.append(self.transport)
            self.transport.write(HEAD + FIRST)


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    await asyncio.get_running_loop().create_server(Held, sock=listener)
    print(listener.getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until whoever started it has enough


if __name__ == "__main__":
    uvloop.run(main())
