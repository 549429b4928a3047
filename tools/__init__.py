"""Scripts that the Makefile calls; the product imports none of them."""
