"""Eagle: Rome against the Britons. README.md: chapters, rulings, gaps."""
