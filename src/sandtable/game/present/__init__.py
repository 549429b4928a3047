"""What does a screen draw and offer, as plain data?

``painting`` is what a system says about its battles, ``picture`` and ``hex_view`` what a page draws of it,
``view`` the prompt with its options and what the terminal draws. ``figures`` shows tallies and dice,
``bouts``, ``prospects`` and ``drafts`` answer what could happen.
"""
