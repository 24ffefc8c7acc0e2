# The two commands that matter: `make run` and `make test`.

# How often `make slow` runs each of the twelve decoders that are fuzzed: ten million times in all.
FUZZ_RUNS = 840000

FLAGS = --explicit-target-dependency-import-check error

.PHONY: run build test slow crash bench count lint plugin docs packages clean

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
	@Scripts/check-new-plugins
	@Scripts/make-docs
	@Scripts/fuzz --runs $(FUZZ_RUNS)

# Kills the program at every call that changes a file, a hundred times at random, and fills its disk.
crash: packages
	@swift build --product tributary $(FLAGS)
	@Scripts/crash

# The tables of docs/performance.md: our time beside that of the limits, on the same files in the same run.
bench: build
	@Benchmarks/bench-parse
	@Benchmarks/bench-run

# Fails where parsing takes 3 % more instructions than Benchmarks/instructions.json says.
count:
	-@Scripts/install-packages valgrind
	@Benchmarks/count-instructions

lint:
	@swift format lint --strict --recursive Package.swift Sources Plugins Tests Fuzzing/Package.swift Fuzzing/Sources \
		Examples/OutsideAdapter/Package.swift Examples/OutsideAdapter/Sources \
		Benchmarks/Package.swift Benchmarks/Sources

# Begins a plugin: make plugin KIND=adapter NAME=mill_news.
plugin: packages
	@swift build --product tributary $(FLAGS)
	@.build/debug/tributary plugin new $(KIND) $(NAME)

# The documentation of the plugin kit, for a web server: .build/docs.
docs: packages
	@Scripts/make-docs

packages:
	@Scripts/install-packages

clean:
	rm -rf .build
