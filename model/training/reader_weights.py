"""Between the reader's ONNX file and plain arrays. Needs onnx and numpy.

    reader_weights.py out READER.onnx WEIGHTS.npz
    reader_weights.py in READER.onnx FOLDER NEW.onnx     with what teach.py wrote into the folder
"""
import glob
import sys

import numpy as np
import onnx
from onnx import numpy_helper

direction, file, place = sys.argv[1:4]
model = onnx.load(file)
if direction == "out":
    arrays = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    np.savez_compressed(place, **arrays)
else:
    learned = {}
    for part in glob.glob(f"{place}/part*.npz"):
        learned.update(np.load(part))
    for one in model.graph.initializer:
        if one.name not in learned:
            continue
        before = numpy_helper.to_array(one)
        after = learned[one.name]
        assert (before.shape, before.dtype) == (after.shape, after.dtype), one.name
        one.CopyFrom(numpy_helper.from_array(after, one.name))
    onnx.save(model, sys.argv[4])
