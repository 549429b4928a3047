"""Workers: processes beside the service that think, answer questions on paper and compile kernels."""
