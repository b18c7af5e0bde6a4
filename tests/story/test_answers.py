"""Every question and every answer of the bundled rules has words for people."""

import pytest

from arena.referee.game import Game
from arena.referee.modules import rules_of
from arena.referee.phases import BasicPhase
from arena.referee.rulesets import NAMES, find_ruleset
from arena.referee.scene import Scene
from arena.story.answers import ANSWERS, QUESTIONS, answer_words, question_words
from tests.toy import toy_in_use


@pytest.mark.parametrize("ruleset", NAMES)
def test_every_question_and_answer_of_a_ruleset_has_words(ruleset: str) -> None:
    rules = rules_of(find_ruleset(ruleset))
    tellings = [module.telling for module in rules.modules]
    answers = {*ANSWERS, *(action for told in tellings for action in told.answers)}
    questions = {*QUESTIONS, *(phase for told in tellings for phase in told.questions)}
    assert set(rules.actions) <= answers
    silent = {BasicPhase.CHANCE, BasicPhase.OVER}
    assert set(rules.phases.values()) - silent <= questions


def test_a_module_without_words_is_offered_as_records_write_it() -> None:
    with toy_in_use():
        game = Game("tollgates", 2, 3)
        while game.phase != BasicPhase.TURN:
            game.apply(game.legal()[0])
        scene = Scene(game, ("one", "other"))
        assert question_words(scene) == "It is your turn. What do you do?"
        words = {action.text(game.board): answer_words(action, scene) for action in game.legal()}
        assert words["coin"] == "coin"
        assert words["take ?"] == "take the deck's top card, unseen"
