"""The page's sentences: found in its sources, and written to the catalogues that it loads.

That each has its translation, with the same blanks, is held by test_catalogues.py, as for the server's.
"""

import json
from pathlib import Path

import page_generated
import pytest
from babel.messages.pofile import read_po

LANGUAGES = ("es", "fr", "nl")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{t("Your turn")}</p>', ["Your turn"]),
        ("<p>{t('Your turn')}</p>", ["Your turn"]),
        ('t("{name} rolls", { name })', ["{name} rolls"]),
        ('t(\n  "One moment…",\n)', ["One moment…"]),
        (r't("say \"hi\" \u2013 now")', ['say "hi" – now']),
        ("t('it\\'s yours')", ["it's yours"]),
        ('const LATER = msg("later");', ["later"]),
        ('t(mine ? "yours" : "theirs", { n: 1 })', ["yours", "theirs"]),
        ('title={t("a")} alt={t("b, (c)")}', ["a", "b, (c)"]),
        ("t(names[kind])", []),
        ("t(LATER)", []),
        ('export function t(english: string, b = "x"): string', []),
        ('list.at("no")', []),
        ('object.t("no")', []),
        ('import("./no")', []),
    ],
)
def test_sentences_are_found_where_they_stand(source: str, found: list[str]) -> None:
    assert [sentence.english for sentence in page_generated.sentences_in_page(source, "x.svelte")] == found


@pytest.mark.parametrize("source", ["t(`a ${b}`)", 't("a " + b)', "t(`plain`)"])
def test_a_sentence_put_together_before_it_is_said_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"x\.ts:2: .* cannot be translated"):
        list(page_generated.sentences_in_page(f"\n{source}", "x.ts"))


def test_the_page_loads_its_own_sentences_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_generated, "GENERATED", tmp_path / "generated")
    page_generated.write_page_words()
    said = {sentence.english for sentence in page_generated.page_sentences()}
    assert len(said) > 50
    assert "" not in said, "it would be the head of a catalogue, with a date"
    for language in LANGUAGES:
        words = json.loads((tmp_path / "generated" / f"words.{language}.json").read_text(encoding="utf-8"))
        with (page_generated.LOCALE / language / "LC_MESSAGES" / "ewala.po").open("rb") as po:
            catalogue = {message.id: message.string for message in read_po(po)}
        assert words == {english: catalogue[english] for english in said if catalogue.get(english)}
