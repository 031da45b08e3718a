"""Accuracy, macro F1 and expected calibration error."""

import numpy as np


def softmax(logits, temperature=1.0):
    z = np.asarray(logits, np.float64) / temperature
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def macro_f1(labels, guesses, classes):
    values = []
    for c in classes:
        hit = np.sum((labels == c) & (guesses == c))
        values.append(2 * hit / max(1, np.sum(labels == c) + np.sum(guesses == c)))
    return float(np.mean(values))


def ece(probabilities, labels, bins=15):
    confidence, right = probabilities.max(1), probabilities.argmax(1) == labels
    slot = np.minimum((confidence * bins).astype(int), bins - 1)
    return float(
        sum(
            abs(confidence[slot == b].mean() - right[slot == b].mean()) * (slot == b).mean()
            for b in range(bins)
            if (slot == b).any()
        )
    )


def label_of(probabilities, thresholds):
    """0 negative, 1 neutral, 2 positive, by the shipped rule: neutral when it is at least so many times as likely as
    the likelier direction, or the rounded score is 0; else the sign of the score.
    """
    score = np.round(probabilities[:, 2] - probabilities[:, 0], 3)
    neutral = probabilities[:, 1] >= thresholds["neutral"] * np.maximum(probabilities[:, 0], probabilities[:, 2])
    return np.where(neutral | (score == 0), 1, np.where(score > 0, 2, 0))


def summary(logits, labels, temperature=1.0, thresholds=None):
    """Accuracy and macro F1 over the classes that occur; ECE of the class probabilities. With thresholds, labels follow
    the shipped rule.
    """
    labels = np.asarray(labels)
    probabilities = softmax(logits, temperature)
    guesses = probabilities.argmax(1) if thresholds is None else label_of(probabilities, thresholds)
    return {
        "rows": len(labels),
        "accuracy": float(np.mean(guesses == labels)),
        "macro_f1": macro_f1(labels, guesses, sorted(set(labels.tolist()))),
        "ece": ece(probabilities, labels),
    }
