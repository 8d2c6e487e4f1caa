"""One knowledge base as a door meets it: what is configured for it, and how its parts are opened."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grooveseek.config.directories import working_folder
from grooveseek.config.load import LoadedConfig, load
from grooveseek.errors import ConfigError
from grooveseek.kb.knowledge_base import KnowledgeBase, open_knowledge_base
from grooveseek.models.choice import EmbedderChoice, RerankerChoice, choose_embedder, choose_reranker
from grooveseek.workspace.announcing import Note, announced, drop
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.repair import index_command, rebuild_command

if TYPE_CHECKING:
    from grooveseek.config.keys import Config
    from grooveseek.documents.code.grammar.place import GrammarPlace
    from grooveseek.documents.registry import ParserSet
    from grooveseek.index.identity import Identity
    from grooveseek.index.protocol import Index
    from grooveseek.index.records import Facts
    from grooveseek.indexing.options import IndexOptions
    from grooveseek.models.loading import BackgroundModels, LoadedModels, LoadEmbedder, LoadReranker
    from grooveseek.search.settings import SearchSettings


@dataclass(frozen=True, slots=True)
class Workspace:
    """Settled and cheap: nothing is opened, created or loaded before a method says so."""

    loaded: LoadedConfig
    kb: KnowledgeBase
    embedder: EmbedderChoice
    reranker: RerankerChoice | None
    environ: Mapping[str, str]
    named_model: str | None = None
    """The embedding model that the door was told, whatever the file says."""

    @property
    def identity(self) -> Identity:
        """What an index must have been made by; known from the configuration alone."""
        from grooveseek.index.identity import Identity

        return Identity(self.embedder.identity, self.embedder.dimension)

    @property
    def rebuild_command(self) -> str:
        return rebuild_command(self.embedder, self.loaded.path, self.kb, named=self._is_config_named)

    def index_command(self, *, force: bool = False) -> str:
        """The `groove index` call that brings this index in order."""
        named = self.loaded.path if self._is_config_named else None
        return index_command(self.kb, named, self.named_model, force=force)

    def parsers(self) -> ParserSet:
        """Raises `ConfigError` for formats that are not known or not installed."""
        from grooveseek.documents.parser import ParseOptions
        from grooveseek.documents.registry import parser_set

        config = self.loaded.config
        options = ParseOptions(
            exclude_headings=tuple(config.exclude_headings),
            max_chunk_chars=config.parsers.code.max_chunk_chars,
            max_decompressed_size=config.index.max_decompressed_size,
            grammar_place=self._grammar_place,
        )
        return parser_set(config.parsers.enabled, options)

    def _grammar_place(self) -> GrammarPlace:
        from grooveseek.config.grammars import grammar_folder
        from grooveseek.documents.code.grammar.place import GrammarPlace

        folder = grammar_folder(self.loaded.config, self.environ, sys.platform)
        return GrammarPlace(folder.path, folder.source, self.kb.root)

    def declared_fields(self) -> tuple[str, ...]:
        """The filterable keys of `groove-schema.toml`; none where there is no such file. Raises `ConfigError`."""
        from grooveseek.workspace.schema_file import load_schema

        return load_schema(self.kb.root).declared

    def index_options(self, *, force: bool = False) -> IndexOptions:
        from grooveseek.indexing.options import IndexOptions

        config, identity = self.loaded.config, self.identity
        return IndexOptions(
            parsers=self.parsers(),
            model=identity.model,
            dimension=identity.dimension,
            force=force,
            words_first=not self.embedder.remote,
            context_mode="static" if config.contextual.enabled else "off",
            declared_fields=self.declared_fields(),
            fail_on_frontmatter_error=config.index.fail_on_frontmatter_error,
            max_text_file_size=config.index.max_text_file_size,
            max_binary_file_size=config.index.max_binary_file_size,
        )

    def search_settings(self, rerank: bool | None = None) -> SearchSettings:
        """`rerank`: the caller's standing choice; the file decides where it is None."""
        from grooveseek.search.settings import SearchSettings

        return SearchSettings.of(
            self.loaded.config,
            reranker=self.reranker is not None,
            rerank=rerank,
        )

    def check_index(self, *, identity: bool = True) -> None:
        """Refuse an index of another knowledge base or model at the price of reading one row; nothing is created."""
        from grooveseek.index.recorded import recorded_facts

        facts = recorded_facts(self.kb.index_path)
        if facts is not None:
            self._check(facts, identity=identity)

    def existing_index(self) -> Index:
        """Open for questions; creates nothing. Raises `NoIndexError` and what `checked` raises."""
        from grooveseek.index.errors import NoIndexError
        from grooveseek.index.open import open_index

        try:
            index = open_index(self.kb.index_path, create=False)
        except NoIndexError as error:
            raise NoIndexError(error.path, self.index_command()) from None
        return self._checked(index)

    def writable_index(self, *, force: bool, note: Note) -> Index:
        """Open for a run, making the file and its folder where there is none and the folder of notes can be listed.

        With `force` an unusable file is replaced.
        """
        from grooveseek.index.open import open_index
        from grooveseek.kb.walk import check_listable

        check_listable(self.kb)
        if force:
            self._replace_if_damaged(note)
        self._check_before_opening()
        # One folder and not those above it: they may be a drive that is not mounted. What fails is told by opening.
        with suppress(OSError):
            self.kb.index_path.parent.mkdir()
        return self._checked(open_index(self.kb.index_path, create=True, note=note), identity=not force, of_run=True)

    def _check_before_opening(self) -> None:
        """An index of an older format is emptied when it is opened, and could no longer say whose it was."""
        from grooveseek.index.errors import NotADatabaseError
        from grooveseek.index.identity import check_root_unless_gone
        from grooveseek.index.recorded import recorded_facts

        with suppress(NotADatabaseError):
            facts = recorded_facts(self.kb.index_path)
            if facts is not None:
                check_root_unless_gone(facts, self.kb.root, self.kb.index_path)

    def _replace_if_damaged(self, note: Note) -> None:
        from grooveseek.index.errors import NotADatabaseError
        from grooveseek.indexing.lock import held, lock_path, patience_for_run
        from grooveseek.workspace.replacing import check_ours, damage_of, remove_index_file

        path = self.kb.index_path
        if damage_of(path) is None:
            return
        # Beside somebody's file not even a lock is left.
        check_ours(path)
        with held(lock_path(path), patience_for_run(note)):
            # Asked again, because another process may have replaced it by now.
            reason = damage_of(path)
            if reason is None:
                return
            with suppress(NotADatabaseError):
                # A file that can still say whose it is must not be taken from another knowledge base.
                self.check_index(identity=False)
            remove_index_file(path)
        note(f"warning: {path} was not a usable index ({reason}); it is replaced")

    def models(self, *, eager: bool = True, rerank: bool = True, note: Note = drop) -> LoadedModels:
        """For one command: whoever asks for a model waits for it. `note` hears what is about to be loaded.

        `eager`: begin at once, beside what the command does first. `rerank`: with the reranker, where one is chosen.
        """
        from grooveseek.models.loading import LoadedModels

        embedder, reranker = self._loaders(note)
        return LoadedModels(embedder, reranker if rerank else None, eager=eager)

    def background_models(self, note: Note = drop) -> BackgroundModels:
        """For a server: no question waits long for a model."""
        from grooveseek.models.loading import BackgroundModels

        return BackgroundModels(*self._loaders(note))

    def _loaders(self, note: Note) -> tuple[LoadEmbedder, LoadReranker | None]:
        embedder, reranker = self.embedder, self.reranker
        load_embedder = announced(embedder.load, note, embedder.line)
        return load_embedder, announced(reranker.load, note, reranker.warning) if reranker else None

    @property
    def _is_config_named(self) -> bool:
        return self.loaded.source == "Explicit"

    def _checked(self, index: Index, *, identity: bool = True, of_run: bool = False) -> Index:
        from grooveseek.index.identity import check_root_of_run

        try:
            with index.snapshot() as snapshot:
                facts = snapshot.facts()
                if of_run:
                    check_root_of_run(facts, self.kb.root, self.kb.index_path, snapshot.files)
                    self._check_model(facts, identity=identity)
                else:
                    self._check(facts, identity=identity)
        except BaseException:
            index.close()
            raise
        return index

    def _check(self, facts: Facts, *, identity: bool = True) -> None:
        """Refuse an index of another knowledge base, or (unless it is to be rebuilt) of another model."""
        from grooveseek.index.identity import check_root

        check_root(facts, self.kb.root, self.kb.index_path)
        self._check_model(facts, identity=identity)

    def _check_model(self, facts: Facts, *, identity: bool) -> None:
        from grooveseek.index.identity import check_identity

        if identity:
            check_identity(facts, self.identity, self.rebuild_command)


def chosen_kb_path(given: Path | None, config: Config) -> Path:
    """The knowledge base that a flag or the file names. Raises `ConfigError` where neither does."""
    kb_path = given or config.kb_path
    if kb_path is None:
        raise ConfigError("--kb-path is required: pass --kb-path PATH, or set the key kb_path in groove.toml")
    return kb_path


def open_workspace(choices: Choices, environ: Mapping[str, str] = os.environ) -> Workspace:
    """Settle flags, file and environment. Raises `ConfigError` and what `open_knowledge_base` raises."""
    loaded = load(choices.config, working_folder(), environ)
    config = loaded.config
    kb_path = chosen_kb_path(choices.kb_path, config)
    kb = open_knowledge_base(kb_path, exclude_dirs=config.exclude_dirs, index_path=choices.index or config.index.path)
    return Workspace(
        loaded=loaded,
        kb=kb,
        embedder=choose_embedder(config, environ, choices.model),
        reranker=choose_reranker(config, environ, choices.reranker),
        environ=environ,
        named_model=choices.model,
    )
