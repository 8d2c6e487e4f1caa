"""Every key of `groove.toml`, declared once: name, type, range, default and help.

Reading, error messages, `docs/configuration.md` and `groove.toml.example` all come from these declarations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from grooveseek.config.kinds import (
    LARGEST_FLOAT,
    Count,
    Fraction,
    NumberKey,
    PathKey,
    Positive,
    SecretKey,
    SizeKey,
    Texts,
    Weight,
    about,
)
from grooveseek.config.sizes import DEFAULT_CAP

ModelId = Literal[
    "multilingual-e5-small",
    "multilingual-e5-base",
    "multilingual-e5-large",
    "bge-small-en-v1.5",
    "bge-m3",
    "e5-small-use",
]
RerankerId = Literal["none", "bge-v2-m3", "jina-v2-ml", "bge-base"]
TransportKind = Literal["stdio", "http"]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `groove.toml`. A trailing underscore of an attribute only avoids a Python keyword."""


class Embedding(Section, frozen=True):
    provider: Annotated[
        Literal["fastembed", "openai-compatible"],
        about("Where vectors come from: a model on this machine, or an HTTP endpoint that speaks the OpenAI format."),
    ] = "fastembed"
    endpoint: Annotated[
        str | None,
        about(
            "Full URL of the endpoint, path included, `http` or `https`, without user or password. Required with "
            "`openai-compatible`.",
            example="http://127.0.0.1:11434/v1/embeddings",
        ),
    ] = None
    model: Annotated[
        str | None,
        about(
            "With `openai-compatible`: the model name sent for documents and queries. With `fastembed`: a local model "
            "id, which wins over the top-level `model`.",
            example="my-embedding-model",
        ),
    ] = None
    query_model: Annotated[
        str | None, about("Model name sent for queries, in place of `model`.", example="my-query-model")
    ] = None
    document_model: Annotated[
        str | None, about("Model name sent for documents, in place of `model`.", example="my-document-model")
    ] = None
    dimension: Annotated[
        Positive | None, about("Length of the vectors. Required with `openai-compatible`.", example=768)
    ] = None
    request_dimensions: Annotated[bool, about("Send `dimensions` with each request.")] = False
    api_key: Annotated[
        SecretKey,
        about("Bearer token; `GROOVE_EMBEDDING_API_KEY` wins. Never printed.", example="..."),
    ] = None
    timeout_seconds: Annotated[Positive, about("How long one request may take.")] = 60
    max_input_chars: Annotated[
        Positive, about("Inputs are cut to this many characters before they are sent; stored text is not cut.")
    ] = 8000
    max_retries: Annotated[
        int, Meta(ge=0, le=10), about("How often a request is sent again after a passing failure.")
    ] = 3


class Code(Section, frozen=True):
    max_chunk_chars: Annotated[
        int, Meta(ge=30), about("Budget of one source-code chunk, in characters that are not white space.")
    ] = 3500


class Parsers(Section, frozen=True):
    enabled: Annotated[
        Texts,
        Meta(min_length=1),
        about(
            "Formats to index, by file extension: `md`, `markdown`, `mdx`, `html`, `txt`, `pdf`, `docx`, `xlsx`, "
            "`pptx`, `rs`; `py`, `php` and `js` need a grammar installed first. Required where `[parsers]` is written.",
            example=["md", "txt", "pdf"],
        ),
    ]
    code: Annotated[Code, about("Source code.")] = Code()


class Index(Section, frozen=True):
    path: Annotated[
        PathKey,
        about(
            "The index file. Needed where two knowledge bases lie in one folder, or where that folder is not writable.",
            default="`.groove.db` beside the knowledge base",
            example="./index/notes.db",
        ),
    ] = None
    fail_on_frontmatter_error: Annotated[
        bool, about("`groove index` fails after the run when the frontmatter of a file could not be read.")
    ] = False
    max_binary_file_size: Annotated[SizeKey, about("Largest PDF or office file that is indexed.")] = DEFAULT_CAP
    max_text_file_size: Annotated[
        SizeKey, about("Largest Markdown or text file that is indexed (source code has a cap of its own).")
    ] = DEFAULT_CAP
    max_decompressed_size: Annotated[
        SizeKey,
        about(
            "What a binary file may inflate to. Above 50 MiB, binary documents are no longer offered as MCP resources."
        ),
    ] = DEFAULT_CAP

    @property
    def caps(self) -> dict[str, int | None]:
        """Bytes by the name of the key; None is no limit."""
        return {
            "max_binary_file_size": self.max_binary_file_size,
            "max_text_file_size": self.max_text_file_size,
            "max_decompressed_size": self.max_decompressed_size,
        }


class QualityFilter(Section, frozen=True):
    enabled: Annotated[bool, about("Leave chunks of low quality out of answers.")] = True
    threshold: Annotated[NumberKey, about("Lowest quality score that passes; cut to the range 0 to 1.")] = 0.3

    @property
    def in_force(self) -> float:
        """The threshold that searches use, 0 to 1; 0 lets everything pass."""
        return min(1.0, max(0.0, self.threshold)) if self.enabled else 0.0


class Mmr(Section, frozen=True):
    enabled: Annotated[bool, about("Order results by maximal marginal relevance, for variety.")] = False
    lambda_: Annotated[Fraction, about("Relevance (1) against novelty (0).")] = field(default=0.7, name="lambda")
    same_doc_penalty: Annotated[Fraction, about("Penalty for a further hit of the same document.")] = 0.0


class ParentRetriever(Section, frozen=True):
    enabled: Annotated[bool, about("Widen each hit to its surroundings in the document.")] = False
    whole_doc_threshold_tokens: Annotated[Count, about("A document of at most this many tokens is given whole.")] = 100
    max_expanded_tokens: Annotated[
        int,
        Meta(ge=1, le=8192),
        about("Bound of a widened hit, in tokens; must be above `whole_doc_threshold_tokens`."),
    ] = 2000


class Fusion(Section, frozen=True):
    rrf_k: Annotated[
        float, Meta(ge=1.0, le=1e6), about("The constant of reciprocal rank fusion: higher flattens the ranks.")
    ] = 60.0
    bm25_heading_weight: Annotated[Weight, about("Weight of words in the heading. Not all three may be 0.")] = 2.0
    bm25_context_weight: Annotated[Weight, about("Weight of words in the breadcrumb.")] = 1.0
    bm25_content_weight: Annotated[Weight, about("Weight of words in the text.")] = 1.0


class Search(Section, frozen=True):
    min_confidence_ratio: Annotated[
        float,
        Meta(ge=0.0, le=LARGEST_FLOAT),
        about("An answer with less evidence than this is marked `low_confidence`; 0 switches the mark off."),
    ] = 1.5
    max_reply_bytes: Annotated[
        Count,
        about(
            "Most that the hits of one MCP search take, in bytes of JSON: excerpts of lower ones are cut, and the "
            "reply says how to get the rest. The default is about 20,000 tokens; 0 is no limit. `groove search` cuts "
            "nothing."
        ),
    ] = 65_536
    mmr: Annotated[Mmr, about("Variety among the results.")] = Mmr()
    parent_retriever: Annotated[ParentRetriever, about("More text around each hit.")] = ParentRetriever()
    fusion: Annotated[Fusion, about("How the ranking by words and the ranking by meaning become one.")] = Fusion()


class Contextual(Section, frozen=True):
    enabled: Annotated[
        bool, about("Index each chunk together with its place in the document. Takes effect with `index --force`.")
    ] = False


class BestPractice(Section, frozen=True):
    path_templates: Annotated[
        Texts,
        about(
            "Where `get_best_practice` looks, relative to the knowledge base; `{target}` stands for what was asked.",
            example=["best-practices/{target}.md"],
        ),
    ] = ()


class Watch(Section, frozen=True):
    enabled: Annotated[bool, about("`groove serve` follows changes of the files.")] = True
    debounce_ms: Annotated[Count, about("Quiet time before changes are indexed, in milliseconds.")] = 500


class Http(Section, frozen=True):
    bind: Annotated[
        str | None,
        about(
            "Address to listen on, `IP:PORT`. Excludes `systemd_socket`.",
            default="`127.0.0.1:3100`",
            example="127.0.0.1:3100",
        ),
    ] = None
    allowed_hosts: Annotated[
        Texts | None,
        about(
            "`Host` values let in; a host without port matches any port. Replaces the default; `[]` lets all in.",
            default="the loopback names and the bound loopback address",
            example=["localhost", "127.0.0.1", "[::1]"],
        ),
    ] = None
    allowed_origins: Annotated[
        Texts | None,
        about(
            "Web origins let in, with scheme and host. Replaces the default; `[]` switches the check off.",
            default="the loopback origins of the bound port",
            example=["http://localhost:3100", "http://127.0.0.1:3100", "http://[::1]:3100"],
        ),
    ] = None
    healthz_public: Annotated[bool, about("Answer `/healthz` whatever the `Host` value.")] = True
    max_sessions: Annotated[Count, about("Sessions open at once; 0 is no limit.")] = 256
    systemd_socket: Annotated[bool, about("Take the listening socket from a service manager (Linux).")] = False


class Transport(Section, frozen=True):
    kind: Annotated[
        TransportKind,
        about("How `groove serve` talks. Where it is not written and `[transport.http]` is, `http` is meant."),
    ] = "stdio"
    http: Annotated[Http, about("The HTTP server. Writing this section selects HTTP.")] = Http()


class Eval(Section, frozen=True):
    golden: Annotated[
        PathKey,
        about(
            "The golden questions.",
            default="`.groove-eval.yml` in the knowledge base",
            example="./golden.yml",
        ),
    ] = None
    history_size: Annotated[Count, about("Runs kept for comparison; 0 keeps none.")] = 10
    k_values: Annotated[tuple[Count, ...], about("Cut-offs to report.")] = (1, 5, 10)
    regression_threshold: Annotated[float, about("Loss of a metric that counts as a regression.")] = 0.05


class Config(Section, frozen=True):
    """What `groove.toml` says, with defaults where it says nothing. Path keys are absolute."""

    kb_path: Annotated[
        PathKey, about("The knowledge base, where `--kb-path` is not given.", default="none", example="./notes")
    ] = None
    model: Annotated[
        ModelId,
        about(
            "Local embedding model. `multilingual-e5-small` comes with the installation; `e5-small-use` finds more in "
            "other languages than the question's. Not together with "
            '`[embedding].provider = "openai-compatible"`.'
        ),
    ] = "multilingual-e5-small"
    model_dir: Annotated[
        PathKey,
        about(
            "Folder that holds local models, one folder a model id; `GROOVE_MODEL_DIR` wins.",
            default="none",
            example="~/models",
        ),
    ] = None
    reranker: Annotated[
        RerankerId, about("Model that reads question and result together to order the best results anew.")
    ] = "none"
    rerank_by_default: Annotated[
        bool, about("Rerank where the request does not say; `serve` and `search` ask, `eval` does not.")
    ] = True
    fastembed_cache_dir: Annotated[
        PathKey,
        about(
            "Folder for models fetched from a hub; `FASTEMBED_CACHE_DIR` wins.",
            default="`fastembed` in the cache folder of the operating system",
            example="~/.cache/fastembed",
        ),
    ] = None
    grammar_dir: Annotated[
        PathKey,
        about(
            "Folder of source-code grammars; `GROOVE_GRAMMAR_DIR` wins. Must lie outside the knowledge base.",
            default="`groove/grammars` in the local data folder of the operating system",
            example="~/.local/share/groove/grammars",
        ),
    ] = None
    exclude_headings: Annotated[
        Texts, about("Sections whose heading contains one of these are not indexed.", example=["Changelog"])
    ] = ()
    exclude_dirs: Annotated[
        Texts, about("Folders of these names are not indexed. Replaces the default; `[]` excludes none.")
    ] = (".obsidian", ".git", "node_modules", "target", ".vscode", ".idea")
    embedding: Annotated[
        Embedding, about("Where vectors come from, where it is not a local model.", default="the local model")
    ] = Embedding()
    parsers: Annotated[Parsers, about("What is read.", default="Markdown alone")] = Parsers(enabled=("md",))
    index: Annotated[Index, about('The index run. A size is a number of bytes, a string or `"unlimited"`.')] = Index()
    quality_filter: Annotated[QualityFilter, about("Chunks that are not worth showing.")] = QualityFilter()
    search: Annotated[Search, about("How answers are found.")] = Search()
    contextual: Annotated[Contextual, about("What a chunk knows of its place.")] = Contextual()
    best_practice: Annotated[BestPractice, about("The MCP tool `get_best_practice`.")] = BestPractice()
    watch: Annotated[Watch, about("Following changes while serving.")] = Watch()
    transport: Annotated[Transport, about("How clients reach the server.")] = Transport()
    eval: Annotated[Eval, about("Measuring retrieval.")] = Eval()
