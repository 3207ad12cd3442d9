"""The web server's process: each kind of request is served in its own way.

`server` is uvicorn with what a hall needs; `front` looks at the address and hands on: `files` are sent as they lie,
`streams` wait on the event loop and cost nothing until something changes, `pages` are Django's, in a few threads.
"""
