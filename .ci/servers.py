"""Small questions that .ci/run asks about servers: which answer on the standard ports, which port is free."""

import getpass
import socket
import sys
import time

import psycopg
import redis
from psycopg import sql


def postgres() -> str:
    """The address of a PostgreSQL on port 5432 that lets us make databases, or nothing."""
    for user in ("postgres", "postgres:postgres", getpass.getuser()):
        url = f"postgres://{user}@127.0.0.1:5432"
        try:
            with psycopg.connect(f"{url}/postgres", connect_timeout=3) as connection:
                row = connection.execute("SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user").fetchone()
        except psycopg.Error:
            continue
        if row == (True,):
            return url
    return ""


def answers(url: str) -> bool:
    with redis.Redis.from_url(url, socket_timeout=2) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def wait(url: str) -> None:
    deadline = time.monotonic() + 20
    while not answers(url):
        if time.monotonic() > deadline:
            sys.exit(f"{url} does not answer.")
        time.sleep(0.1)


def drop(url: str, name: str) -> None:
    """Take away the databases that an interrupted run left; a finished one has none."""
    with psycopg.connect(f"{url}/postgres", autocommit=True) as connection:
        rows = connection.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"test_{name}"])
        for (database,) in rows.fetchall():
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database)))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["postgres"]:
            print(postgres())
        case ["redis"]:
            print("redis://127.0.0.1:6379/0" if answers("redis://127.0.0.1:6379/0") else "")
        case ["wait", url]:
            wait(url)
        case ["drop", url, name]:
            drop(url, name)
        case ["port"]:
            print(free_port())
