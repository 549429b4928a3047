"""Kit: the contract that every system fulfils, and what systems declare instead of writing it themselves."""
