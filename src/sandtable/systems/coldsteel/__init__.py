"""Cold Steel: Napoleonic battles man by man. README.md: chapters, rulings, gaps."""
