"""A small network of two layers for the examples, with NumPy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

Numbers = Any  # an array of numpy.float32


class Network:
    """Numbers in, numbers from -1 to 1 out, by way of one hidden layer; learns by Adam."""

    def __init__(self, inputs: int, hidden: int, outputs: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self._weights = [
            (generator.standard_normal((inputs, hidden)) / np.sqrt(inputs)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (generator.standard_normal((hidden, outputs)) / np.sqrt(hidden)).astype(np.float32),
            np.zeros(outputs, np.float32),
        ]
        self._means = [np.zeros_like(weights) for weights in self._weights]
        self._squares = [np.zeros_like(weights) for weights in self._weights]
        self._steps = 0

    def __call__(self, inputs: Numbers) -> Numbers:
        """Return a row of outputs for each row of inputs."""
        return self._passed(inputs)[1]

    def _passed(self, inputs: Numbers) -> tuple[Numbers, Numbers]:
        first, first_bias, second, second_bias = self._weights
        hidden = np.maximum(inputs @ first + first_bias, 0)
        return hidden, np.tanh(hidden @ second + second_bias)

    def learn(self, inputs: Numbers, shares: Numbers, targets: Numbers, rate: float) -> None:
        """Move a sum of the outputs of each row, each by its share, towards a target."""
        hidden, outputs = self._passed(inputs)
        wrong = (shares * outputs).sum(axis=1) - targets
        slopes = wrong[:, None] * shares * (1 - outputs**2) / len(inputs)
        back = (slopes @ self._weights[2].T) * (hidden > 0)
        self._move([inputs.T @ back, back.sum(0), hidden.T @ slopes, slopes.sum(0)], rate)

    def _move(self, slopes: list[Numbers], rate: float) -> None:
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for place, slope in enumerate(slopes):
            self._means[place] += 0.1 * (slope - self._means[place])
            self._squares[place] += 0.001 * (slope**2 - self._squares[place])
            step = rate * self._means[place] / (np.sqrt(self._squares[place]) + 1e-8)
            self._weights[place] -= step
