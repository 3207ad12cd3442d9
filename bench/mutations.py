"""What `mutants.py` changes, one thing at a time: comparisons, arithmetic, `and`/`or`, `not`, conditions, numbers,
texts, true and false, what is returned, and values of the tables of a module.
"""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.Mult,),
}


class Mutant:
    """One change: where, what it makes of it, and in which function (`""`: the module itself)."""

    def __init__(self, path: str, tree: ast.Module, function: str, said: str) -> None:
        self.path, self.tree, self.function, self.said = path, tree, function, said


def mutants_of(path: str) -> list[Callable[[], Mutant | None]]:
    """Every change of a module, one at a time, each made when it is asked for; None: it would change nothing."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return [
        functools.partial(_made, path, tree, number, change)
        for number, (node, _) in enumerate(_places(tree))
        for change in _changes(node)
    ]


def _made(path: str, tree: ast.Module, number: int, change: Callable[[Any], str | None]) -> Mutant | None:
    changed = copy.deepcopy(tree)
    node, function = list(_places(changed))[number]
    line, before = getattr(node, "lineno", 0), ast.unparse(node)
    done = change(node)
    if done is None:
        return None
    ast.fix_missing_locations(changed)
    return Mutant(path, changed, function, f"{path}:{line} {before[:70]} → {done[:70]}")


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every node that may be changed, with the outermost function around it as Python names it."""
    yield from _within(tree, "", "")


def _within(node: ast.AST, name: str, function: str) -> Iterator[tuple[ast.AST, str]]:
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "bases", "type_params"):
            continue
        for one in child if isinstance(child, list) else [child]:
            if not isinstance(one, ast.AST) or _is_no_deed(one):
                continue
            if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                inner = f"{name}.{one.name}".lstrip(".")
                around = function or (inner if isinstance(one, ast.FunctionDef) else "")
                yield from _within(one, inner, around)
            else:
                if function or not name:  # what a class is made of is made by now, and would not change with it
                    yield one, function
                yield from _within(one, name, function)


def _is_no_deed(node: ast.AST) -> bool:
    """Imports, docstrings and what is said only when the program is at its end."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.arguments, ast.Assert)):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        return True
    if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> list[Any]:
    match node:
        case ast.Compare(ops=[operator]):
            return [functools.partial(_operator, other=other) for other in OTHER.get(type(operator), ())]
        case ast.BoolOp() | ast.BinOp():
            return [functools.partial(_operator, other=other) for other in OTHER.get(type(node.op), ())]
        case ast.UnaryOp(op=ast.Not()):
            return [_without_not]
        case ast.If() | ast.IfExp() | ast.While():
            return [_negated]
        case ast.Return(value=ast.expr()):
            return [_nothing]
        case ast.Constant(value=bool() | int() | str()):
            return [_constant]
        case ast.Continue():
            return [_stop]
        case _:
            return []


def _operator(node: Any, other: type[Any]) -> str:
    if isinstance(node, ast.Compare):
        node.ops = [other()]
    else:
        node.op = other()
    return ast.unparse(node)


def _without_not(node: ast.UnaryOp) -> str:
    node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    return ast.unparse(node)


def _negated(node: Any) -> str | None:
    if isinstance(node.test, (ast.Compare, ast.UnaryOp)):  # changed as such
        return None
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return f"if {ast.unparse(node.test)}"


def _nothing(node: ast.Return) -> str | None:
    if isinstance(node.value, ast.Constant):
        return None
    node.value = ast.Constant(None)
    return "return None"


def _constant(node: ast.Constant) -> str:
    match node.value:
        case bool():
            node.value = not node.value
        case int():
            node.value += 1
        case str():
            node.value = f"{node.value}~"
    return ast.unparse(node)


def _stop(node: ast.Continue) -> str:
    node.__class__ = ast.Break  # type: ignore[assignment]  # the node stands in its list, and becomes the other
    return "break"
