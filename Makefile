# For fingers that type `make`; everything is in ./run.
.PHONY: run test lock
run:
	./run
test:
	./run test
lock:
	./run lock
