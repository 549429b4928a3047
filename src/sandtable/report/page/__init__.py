"""The report as one HTML file.

``page`` puts it together from ``front``, ``account``, ``chart`` and ``dice_faces``, all made of ``markup`` in
one ``style``; ``file`` saves it.
"""
