"""Rulebooks: every rule of a system with its id, every decision of a player, and the readings of rules.

A system's ``rulebook.toml`` is both read by people and the source of the code's tables: the rows and figures
of a rule are loaded from it into the system's own types, so no table is written twice.

>>> from sandtable.game.files.typed_files import decode_toml
>>> book = parse_rulebook(decode_toml(b'''
... system = "toy"
... title = "Toy battles"
... period = "any"
... complete = true
... [[rule]]
... id = "fire.to-hit"
... where = "FIRE"
... text = "To hit: recruits 5+, guards 3+."
... basis = "stated"
... rows = [{ quality = "recruits", to_hit = 5 }, { quality = "guards", to_hit = 3 }]
... ''', dict[str, object], "toy.toml"), "toy.toml")
>>> class ToHit(Struct, frozen=True, forbid_unknown_fields=True):
...     quality: str
...     to_hit: int
>>> book.rows("fire.to-hit", ToHit)[1]
ToHit(quality='guards', to_hit=3)
>>> print(book["fire.to-hit"].text)
To hit: recruits 5+, guards 3+.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from sandtable.game.files.typed_files import BadFile, Source, convert, read_toml, suggest
from sandtable.game.rules.house_rules import (
    PRINTED,
    BadHouseRule,
    HouseRules,
    Plain,
    RuleFigure,
    amended,
    find_figure,
    read_house_rules,
    rule_figures,
    written,
)

T = TypeVar("T")

Id = Annotated[str, Meta(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)*$")]
"""An id: lower-case words of letters, digits and hyphens with dots between them, ``movement.wheel``."""

Words = Annotated[str, Meta(min_length=1)]


class Basis(StrEnum):
    """The basis of a rule: stated on the sheet, inferred from a damaged or implied passage, or our ruling."""

    STATED = "stated"
    INFERRED = "inferred"
    RULING = "ruling"


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule: its place on the sheet, its text in our words, its basis and the reason for it.

    ``title`` is a short name; a rule with readings should have one, because players choose by it.
    ``readings`` are the ways to play the rule, the default first. ``rows`` is its table and ``values`` are
    its single figures, untyped; ``Rulebook.rows`` and ``Rulebook.values`` return them typed.
    """

    id: Id
    where: Words
    text: Words
    basis: Basis
    title: str = ""
    why: str = ""
    readings: tuple[Words, ...] = ()
    rows: tuple[dict[str, object], ...] = ()
    values: dict[str, object] = {}

    @property
    def name(self) -> str:
        """The title, or else the words of the id.

        >>> Rule(id="rout.edge.far-side", where="ROUTS", text="It stops.", basis=Basis.STATED).name
        'Rout, edge, far side'
        """
        return self.title or self.id.replace("-", " ").replace(".", ", ").capitalize()


COMMON_KEYS = tuple(field.encode_name for field in fields(Rule))
"""The keys that the rules of every system may have."""


class DecisionEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision of a player in the rulebook: who decides, when, the options and the constraints."""

    id: Id
    who: Words
    when: Words
    options: str | tuple[str, ...]
    constraints: str
    rules: tuple[str, ...] = ()


class Variant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of a battle that is no reading of a rule, such as the scale of its figures.

    ``choices`` begin with the default; ``words`` explain each of them.
    """

    id: Id
    text: Words
    rule: str
    choices: Annotated[tuple[Id, ...], Meta(min_length=2)]
    words: tuple[Words, ...] = ()


class Repair(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A damaged or doubtful passage of a sheet: how it is printed and how it is read."""

    where: Words
    printed: str
    read_as: str
    why: str = ""


class Readings(Struct, frozen=True):
    """The options of a battle that differ from the default: rules with the number of their reading, and
    variants with the number of their choice.

    Numbers count from 0, the default. ``Rulebook.choose`` makes one and refuses unknown options.
    """

    chosen: tuple[tuple[str, int], ...] = ()

    def of(self, rule: str) -> int:
        """The number of the reading of a rule, or of the choice of a variant."""
        return dict(self.chosen).get(rule, 0) if self.chosen else 0


class NotInRulebook(LookupError):
    """The rulebook does not have a rule, decision or reading that was named."""


class Rulebook(Struct, frozen=True, kw_only=True, dict=True):
    """The rules and decisions of a system, in the order of its sheet."""

    path: str
    system: str
    title: str
    period: str
    complete: bool
    rules: tuple[Rule, ...]
    decisions: tuple[DecisionEntry, ...] = ()
    variants: tuple[Variant, ...] = ()
    notes: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    printed: dict[str, str] = {}
    """Figures that only people read, each with the figure that the rules use instead, if any."""
    house_rules: HouseRules = PRINTED

    def __getitem__(self, rule: str) -> Rule:
        return self.rules[self._place(rule)]

    def __contains__(self, rule: object) -> bool:
        return rule in self._places

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rules, in order."""
        return tuple(self._places)

    def decision(self, decision: str) -> DecisionEntry:
        """The decision with this id."""
        for found in self.decisions:
            if found.id == decision:
                return found
        known = suggest(decision, (found.id for found in self.decisions))
        raise NotInRulebook(f'{self.system} has no decision "{decision}"; {known}')

    def children(self, prefix: str) -> tuple[Rule, ...]:
        """The rules whose ids begin with *prefix* and a dot."""
        return tuple(rule for rule in self.rules if rule.id.startswith(f"{prefix}."))

    def rows(self, rule: str, kind: type[T]) -> tuple[T, ...]:
        """The table of a rule, each row as a *kind*."""
        place = self._place(rule)
        rows = list(self.rules[place].rows)
        if not rows:
            raise BadFile(self.path, f"rule[{place}].rows", f"is missing; {rule} must have a table of rows")
        with self._asking(rule, f"rule[{place}]"):
            return convert(rows, tuple[kind, ...], self.path, f"rule[{place}].rows")  # type: ignore[valid-type] # a type

    def values(self, rule: str, kind: type[T]) -> T:
        """The single figures of a rule, as a *kind*."""
        place = self._place(rule)
        with self._asking(rule, f"rule[{place}]"):
            return convert(self.rules[place].values, kind, self.path, f"rule[{place}]")

    # ------------------------------------------------------------------ house rules
    def figures(self) -> tuple[RuleFigure, ...]:
        """Every figure that a house rule can set, with its key and its value."""
        return rule_figures(self.rules, self.printed)

    def settle(self, figures: Mapping[str, Plain]) -> HouseRules:
        """House rules from texts or plain values by key; BadHouseRule for an unknown key or a bad value."""
        return read_house_rules(self.rules, figures, self.printed)

    def by(self, house_rules: HouseRules) -> Rulebook:
        """The printed rulebook with these figures set; BadHouseRule if one of them does not fit it."""
        assert not self.house_rules, "figures are set in a rulebook as printed, not in one already changed"
        if not house_rules:
            return self
        settled = self.settle(dict(house_rules.figures))
        return replace(self, rules=tuple(amended(rule, settled) for rule in self.rules), house_rules=settled)

    @property
    def unasked(self) -> tuple[str, ...]:
        """The keys of house rules whose tables no code has read yet."""
        set_here = ((key, find_figure(self.rules, key, {}).rule) for key, _ in self.house_rules.figures)
        return tuple(key for key, rule in set_here if rule not in self.asked)

    @contextmanager
    def _asking(self, rule: str, key: str) -> Iterator[None]:
        """Note that the figures of a rule are read; an error that a house rule caused is reported as such."""
        self.asked.add(rule)
        try:
            yield
        except BadFile as fault:
            for name, value in self.house_rules.figures:
                figure = find_figure(self.rules, name, {})
                if figure.rule == rule and fault.problem.key == _spelled(key, figure.place):
                    words = fault.problem.words.partition(", not ")[0]
                    raise BadHouseRule(f'{name} {words}, not "{written(value)}"') from None
            raise

    @cached_property
    def asked(self) -> set[str]:
        """The rules whose figures were read."""
        return set()

    def readings(self) -> tuple[Rule, ...]:
        """The rules with more than one reading."""
        return tuple(rule for rule in self.rules if rule.readings)

    def offered(self, option: str) -> tuple[str, ...]:
        """The choices of a variant or the readings of a rule, by its id."""
        for variant in self.variants:
            if variant.id == option:
                return variant.choices
        offered = self[option].readings
        if not offered:
            open_rules = suggest(option, (other.id for other in self.readings()))
            raise NotInRulebook(f"{option} has only one reading; of the rules with several, {open_rules}")
        return offered

    def choose(self, choices: Mapping[str, int]) -> Readings:
        """The readings of a battle, from the ids of rules and variants; others keep their default."""
        for option, number in choices.items():
            offered = self.offered(option)
            if not 0 <= number < len(offered):
                listed = "; ".join(f"{place}: {words}" for place, words in enumerate(offered))
                raise NotInRulebook(f"{option} has no reading {number}; it has {listed}")
        return Readings(tuple((option, choices[option]) for option in sorted(choices) if choices[option]))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {rule.id: place for place, rule in enumerate(self.rules)}

    def _place(self, rule: str) -> int:
        try:
            return self._places[rule]
        except KeyError:
            known = suggest(rule, self._places)
            raise NotInRulebook(f'{self.system} has no rule "{rule}"; {known}') from None


# --------------------------------------------------------------------- loading
class _Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The layout of a rulebook file; ``own_keys`` are keys that only this system's rules have."""

    system: Id
    title: Words
    period: str
    complete: bool
    rule: tuple[Rule, ...]
    decision: tuple[DecisionEntry, ...] = ()
    variant: tuple[Variant, ...] = ()
    own_keys: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reading: tuple[Repair, ...] = ()
    printed: dict[str, str] = {}


class _OwnKeys(Struct):
    own_keys: tuple[str, ...] = ()


_in_force: dict[str, HouseRules] = {}
"""The house rules in force in this process, by the package of the system."""


def load_rulebook(package: str) -> Rulebook:
    """The rulebook of a system by the name of its package, with the house rules in force."""
    return _loaded(package, in_force(package))


def printed_rulebook(package: str) -> Rulebook:
    """The rulebook of a system as printed, without house rules."""
    return _loaded(package, PRINTED)


def in_force(package: str) -> HouseRules:
    """The house rules of a system that are in force in this process."""
    return _in_force.get(package, PRINTED)


@contextmanager
def putting_in_force(package: str, house_rules: HouseRules) -> Iterator[None]:
    """Put house rules in force until the block ends.

    A system keeps the tables it has read, so one that was loaded before must be loaded again:
    ``systems.by_house_rules`` does both.
    """
    before = in_force(package)
    _in_force[package] = printed_rulebook(package).by(house_rules).house_rules
    try:
        yield
    finally:
        _in_force[package] = before


@cache
def _loaded(package: str, house_rules: HouseRules) -> Rulebook:
    return read_rulebook(files(package) / "rulebook.toml").by(house_rules)


def read_rulebook(source: Source) -> Rulebook:
    """Read a rulebook file."""
    return parse_rulebook(read_toml(source, dict[str, object]), str(source))


def parse_rulebook(raw: Mapping[str, object], path: str) -> Rulebook:
    """The rulebook in a parsed file; `BadFile` if anything is wrong with it."""
    own = convert(raw, _OwnKeys, path).own_keys
    for place, key in enumerate(own):
        if key in COMMON_KEYS:
            raise BadFile(path, f"own_keys[{place}]", f'"{key}" is a key of every rule, not one of its own')
    rules = raw.get("rule")
    if isinstance(rules, list):
        raw = {**raw, "rule": [_own_apart(rule, own) for rule in rules]}
    layout = convert(raw, _Layout, path)
    _refuse_twins(path, "rule", [rule.id for rule in layout.rule])
    _refuse_twins(path, "decision", [decision.id for decision in layout.decision])
    _refuse_twins(path, "variant", [*(one.id for one in layout.variant), *(rule.id for rule in layout.rule)])
    for place, rule in enumerate(layout.rule):
        _refuse_half_said(path, f"rule[{place}]", rule)
    known = [rule.id for rule in layout.rule]
    for place, decision in enumerate(layout.decision):
        _refuse_unknown_citation(path, f"decision[{place}].rules", decision.rules, known)
    for place, variant in enumerate(layout.variant):
        if variant.rule not in known:
            hint = suggest(variant.rule, known)
            raise BadFile(path, f"variant[{place}].rule", f'there is no rule "{variant.rule}"; {hint}')
    return Rulebook(
        path=path,
        system=layout.system,
        title=layout.title,
        period=layout.period,
        complete=layout.complete,
        rules=layout.rule,
        decisions=layout.decision,
        variants=layout.variant,
        notes=layout.notes,
        repairs=layout.reading,
        printed=_printed(path, layout),
    )


def _printed(path: str, layout: _Layout) -> dict[str, str]:
    """The figures that are only printed; `BadFile` if one of them, or the one read instead, is unknown."""
    known = [figure.key for figure in rule_figures(layout.rule)]
    left = [figure.key for figure in rule_figures(layout.rule, layout.printed)]
    for key, instead in layout.printed.items():
        if len(rule_figures(layout.rule, {key: ""})) == len(known):
            raise BadFile(path, f"printed.{key}", f"there are no such figures; {suggest(key, known)}")
        if instead and not any(one == instead or one.startswith(f"{instead}.") for one in left):
            raise BadFile(path, f"printed.{key}", f'no rule reads "{instead}"; {suggest(instead, left)}')
    return layout.printed


def _own_apart(rule: object, own: tuple[str, ...]) -> object:
    """A rule's table with the system's own keys moved into ``values``."""
    if not isinstance(rule, dict) or not any(key in own for key in rule) or "values" in rule:
        return rule
    values = {key: value for key, value in rule.items() if key in own}
    return {key: value for key, value in rule.items() if key not in own} | {"values": values}


def _spelled(key: str, place: tuple[str | int, ...]) -> str:
    """The key of a place in a rule as file errors spell it; single figures are keys of the rule itself."""
    steps = place[1:] if place[0] == "values" else place
    return key + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def _refuse_twins(path: str, name: str, ids: list[str]) -> None:
    for twin, count in Counter(ids).items():
        if count > 1:
            places = " and ".join(f"{name}[{place}]" for place, found in enumerate(ids) if found == twin)
            raise BadFile(
                path, f"{name}[{ids.index(twin)}].id", f'"{twin}" is used {count} times, in {places}'
            )


def _refuse_half_said(path: str, key: str, rule: Rule) -> None:
    """Refuse a rule of our own without a reason, and readings that are single or equal."""
    if rule.basis is not Basis.STATED and not rule.why:
        raise BadFile(path, f"{key}.why", f"is missing; {rule.id} is {rule.basis} and must say why")
    if len(rule.readings) == 1 or len(set(rule.readings)) < len(rule.readings):
        raise BadFile(path, f"{key}.readings", f"{rule.id} must offer two readings or more, all different")


def _refuse_unknown_citation(path: str, key: str, cited: tuple[str, ...], known: list[str]) -> None:
    for place, rule in enumerate(cited):
        if rule not in known:
            raise BadFile(path, f"{key}[{place}]", f'there is no rule "{rule}"; {suggest(rule, known)}')
