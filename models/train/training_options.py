"""The options of a training run."""

import argparse


def training_options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--base", help="encoder folder; default: the pinned package's")
    parser.add_argument("--start", help="run folder to go on from, instead of the bare encoder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--init-seed",
        type=int,
        help="seed of the head's first weights; runs to be averaged must share it; default: --seed",
    )
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--tokens", type=int, default=1024)
    parser.add_argument("--swap", type=float, default=0.3)
    parser.add_argument("--unmark", type=float, default=0.1)
    parser.add_argument(
        "--join",
        type=float,
        default=0.1,
        help="share of short texts with a target that get another company's text beside them",
    )
    parser.add_argument(
        "--companies", required=True, help="which companies each text names: the file that companies.mjs writes"
    )
    parser.add_argument("--freeze-words", action="store_true", help="word embeddings stay as they are: a sixth faster")
    parser.add_argument(
        "--freeze-layers",
        type=int,
        default=0,
        help="so many of the lowest layers stay as they are too, for a short run: three cost a third less",
    )
    parser.add_argument("--whole", type=float, default=0.4)
    parser.add_argument("--conflict-repeat", type=int, default=1)
    parser.add_argument("--smooth", type=float, default=0.05)
    parser.add_argument("--own", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--own-weight", type=float, default=0.5)
    parser.add_argument("--own-share", type=float, default=0.4, help="share of the sentences made from phrases")
    parser.add_argument("--written-share", type=float, default=1, help="share of the sentences written one by one")
    parser.add_argument(
        "--repeat",
        nargs="*",
        default=[],
        metavar="NAME=TIMES",
        help="all of a genre of own/written, or of a set's train part, so many times more, each time as another view; "
        "--teach-set knows these by their name",
    )
    parser.add_argument(
        "--posts", action=argparse.BooleanOptionalAction, default=True, help="posts under labels of our own"
    )
    parser.add_argument(
        "--unlabelled", type=int, default=0, help="number of posts without a label that only the teachers speak of"
    )
    parser.add_argument(
        "--worn",
        type=int,
        default=0,
        help="worn copies of each text of the three larger sets that only the teachers speak of",
    )
    parser.add_argument(
        "--reworded",
        nargs="*",
        default=[],
        metavar="NAME=TIMES",
        help="copies in other words of each example of a set, of written or of posts, that only the teachers speak of; "
        "times may be a fraction",
    )
    parser.add_argument("--pair", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument(
        "--share", type=float, default=1, help="share of the examples other than own/train-phrases.jsonl"
    )
    parser.add_argument(
        "--all-of", nargs="*", default=[], metavar="SET", help="sets of which everything is read whatever --share says"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        help="the learning rate reaches its end after this time, if not by the steps before; then training stops",
    )
    parser.add_argument(
        "--teacher", nargs="*", default=[], help="run folders whose mean probabilities are learned beside the labels"
    )
    parser.add_argument(
        "--teach", type=float, default=0.7, help="weight of the teachers' probabilities against the labels"
    )
    parser.add_argument(
        "--teach-set",
        nargs="*",
        default=[],
        metavar="NAME=WEIGHT",
        help="another weight for the texts of a set, where it is known by heart",
    )
    parser.add_argument(
        "--taught",
        help="file of the views and of what the teachers say of them: made when missing, so that other seeds share it",
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", default=["plain", "average"])
    parser.add_argument("--decay", type=float, default=0.9, help="learning-rate factor per layer, top to bottom")
    args = parser.parse_args()
    if (args.unlabelled or args.worn or args.reworded) and not args.teacher:
        parser.error("--unlabelled, --worn, --reworded: only a teacher speaks of these texts; name one with --teacher")
    return args
