"""The reverse proxy, run with a certificate of its own before a real server."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from support.cli import User
from support.recipes import filled, needs, paths_found
from support.serving import free_port, serving

pytestmark = needs("nginx", "openssl", package="nginx and openssl")

NAME = "kb.example.com"
PASSWORD = "correct horse"

MAIN = """
daemon off; pid {folder}/pid; error_log stderr warn; user {user};
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/groove.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    port: int
    certificate: Path

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def get(self, path: str, **headers: str) -> httpx2.Response:
        with httpx2.Client(verify=self.trust, trust_env=False) as client:
            # No name server knows the name; the certificate and the Host header do.
            return client.get(
                f"https://127.0.0.1:{self.port}{path}",
                headers={"Host": f"{NAME}:{self.port}", **headers},
                extensions={"sni_hostname": NAME},
            )


def run(*words: str | Path) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


@contextmanager
def nginx(folder: Path, server: str) -> Iterator[Proxy]:
    certificate, key, passwords, port = folder / "cert.pem", folder / "key.pem", folder / "htpasswd", free_port()
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
        "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate)  # fmt: skip
    passwords.write_text("reader:" + run("openssl", "passwd", "-apr1", PASSWORD))
    values: dict[str, str | Path] = {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "proxy_pass http://127.0.0.1:3100": f"proxy_pass http://{server}",
        "/etc/ssl/certs/kb.example.com.pem": certificate,
        "/etc/ssl/private/kb.example.com.key": key,
        "auth_basic_user_file /etc/nginx/groove.htpasswd": f"auth_basic_user_file {passwords}",
    }
    (folder / "groove.conf").write_text(filled("nginx/groove.conf", values))
    owner = folder.owner()
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=owner))
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stdin=subprocess.DEVNULL)
    proxy = Proxy(port, certificate)
    try:
        while not _answers(proxy):
            assert process.poll() is None
            time.sleep(0.05)
        yield proxy
    finally:
        process.terminate()
        process.wait(10)


def _answers(proxy: Proxy) -> bool:
    try:
        proxy.get("/")
    except httpx2.ConnectError:
        return False
    return True


@pytest.fixture(scope="module")
def proxy(somebody: User, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("nginx")
    # The settings that the head of the example asks for.
    head = (
        line.removeprefix("#   ") for line in filled("nginx/groove.conf", {}).splitlines() if line.startswith("#   ")
    )
    settings = folder / "groove.toml"
    settings.write_text("\n".join(head).replace(":3100", ":0", 1))
    words: list[str | Path] = ["--config", settings, "--kb-path", somebody.notes, "--transport", "http"]
    with serving(somebody, *words) as server, nginx(folder, server.address or "") as started:
        yield started


@pytest.fixture(scope="module")
def credentials() -> str:
    return httpx2.BasicAuth("reader", PASSWORD)._auth_header


def test_the_client_reaches_the_tools_through_the_proxy(proxy: Proxy, credentials: str) -> None:
    values = {f"https://{NAME}": f"https://127.0.0.1:{proxy.port}", "Basic bmFtZTpwYXNzd29yZA==": credentials}
    (entry,) = json.loads(filled("clients/proxied.mcp.json", values))["mcpServers"].values()

    async def ask() -> list[str]:
        headers = {"Host": f"{NAME}:{proxy.port}", **entry["headers"]}
        with anyio.fail_after(50):
            async with httpx2.AsyncClient(verify=proxy.trust, headers=headers, timeout=30, trust_env=False) as http:
                http.event_hooks["request"].append(_named)
                async with Client(streamable_http_client(entry["url"], http_client=http)) as client:
                    return await paths_found(client, "anchor")

    assert anyio.run(ask)[0] == "anchor.md"


async def _named(request: httpx2.Request) -> None:
    request.extensions["sni_hostname"] = NAME


@pytest.mark.parametrize("path", ["/mcp", "/ui", "/api/admin/status", "/"])
def test_nothing_is_shown_without_the_password(path: str, proxy: Proxy) -> None:
    assert proxy.get(path).status_code in (401, 404)
    assert proxy.get("/mcp").status_code == 401


@pytest.mark.parametrize("path", ["/ui", "/api/admin/status", "/", "/mcp/", "/healthz/", "/mcp/../ui"])
def test_only_two_routes_are_forwarded(path: str, proxy: Proxy, credentials: str) -> None:
    assert proxy.get(path, Authorization=credentials).status_code == 404


def test_the_probe_needs_no_password(proxy: Proxy) -> None:
    response = proxy.get("/healthz")

    assert (response.status_code, response.text) == (200, "ok")


def test_a_page_of_another_origin_is_refused_behind_the_proxy_too(proxy: Proxy, credentials: str) -> None:
    assert proxy.get("/mcp", Authorization=credentials, Origin="https://evil.example").status_code == 403
    assert proxy.get("/mcp", Authorization=credentials, Origin=f"https://{NAME}").status_code == 405


def test_an_unknown_name_is_refused_by_the_server(proxy: Proxy, credentials: str) -> None:
    assert proxy.get("/mcp", Authorization=credentials, Host="evil.example").status_code == 403


def test_nginx_itself_finds_no_fault(tmp_path: Path) -> None:
    assert shutil.which("nginx")
    with nginx(tmp_path, "127.0.0.1:9") as proxy:
        assert proxy.get("/healthz").status_code == 502
