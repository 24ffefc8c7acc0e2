# The two commands that matter: `make run` and `make test`.

# How often `make slow` runs each of the twelve decoders that are fuzzed: ten million times in all.
FUZZ_RUNS = 840000

FLAGS = --explicit-target-dependency-import-check error

.PHONY: run build test slow crash bench count lint packages clean

run: build
	@.build/release/tributary run --config config.example.json

build: packages
	@swift build -c release --static-swift-stdlib --product tributary $(FLAGS)

test: packages
	@Scripts/test

# What takes too long for every change.
slow: packages
	@Scripts/follow-adapter-page
	@Scripts/check-examples
	@Scripts/check-pages --install
	@Scripts/fuzz --runs $(FUZZ_RUNS)

# Kills the program at every call that changes a file, a hundred times at random, and fills its disk.
crash: packages
	@swift build --product CrashProgram $(FLAGS)
	@Scripts/crash

# The tables of docs/performance.md: parsing and whole runs beside their limits, on the same files in the same run; then
# reading and filling a cache of a million entries.
bench: build
	@Benchmarks/bench-parse
	@Benchmarks/bench-run
	@Benchmarks/measure-cache
	@Benchmarks/measure-batch

# Fails where parsing takes 3 % more instructions than Benchmarks/instructions.json says.
count:
	-@Scripts/install-packages valgrind
	@Benchmarks/count-instructions

lint:
	@swift format lint --strict --recursive Package.swift Sources Plugins Tests Fuzzing/Package.swift Fuzzing/Sources \
		Examples/OutsideAdapter/Package.swift Examples/OutsideAdapter/Sources \
		Benchmarks/Package.swift Benchmarks/Sources

packages:
	@Scripts/install-packages

clean:
	rm -rf .build
