"""Shared by the tests of schedulers."""


def check(what, holds):
    print(("ok    " if holds else "WRONG ") + what)
    return holds
