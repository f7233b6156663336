"""Reads what tools/training-rows.ts wrote, from one folder or several."""
import json

import numpy as np

BEGIN, SEPARATOR, MASK = 101, 102, 103


class TrainingRows:
    def __init__(self, folders):
        self.rows, self._texts = [], []
        numbers = {}
        for folder in folders.split(","):
            offsets = np.fromfile(f"{folder}/offsets.bin", dtype=np.uint32).astype(np.int64)
            flat = np.fromfile(f"{folder}/tokens.bin", dtype=np.uint16).astype(np.int64)
            # Each folder numbers its texts from 0; here equal texts share a number.
            here = []
            for start, end in zip(offsets[:-1], offsets[1:]):
                text = flat[start:end]
                here.append(numbers.setdefault(text.tobytes(), len(self._texts)))
                if here[-1] == len(self._texts):
                    self._texts.append(text)
            with open(f"{folder}/rows.jsonl") as lines:
                self.rows += [self._renumber(here, json.loads(line)) for line in lines]

    def _renumber(self, here, row):
        if "statement" in row:
            row["statement"] = here[row["statement"]]
        for name in ("passages", "wordings", "bare", "evidence", "bareEvidence"):
            if name in row:
                row[name] = [here[number] for number in row[name]]
        if "members" in row:
            row["members"] = {role: [here[number] for number in texts] for role, texts in row["members"].items()}
        return row

    def __len__(self):
        return len(self._texts)

    def text(self, number):
        tokens = self._texts[number]
        return tokens[(tokens != BEGIN) & (tokens != SEPARATOR)]

    def length(self, number):
        return len(self._texts[number])
