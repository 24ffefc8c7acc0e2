# The two commands that matter: `make run` and `make test`.

# How often `make slow` runs the decoders that are fuzzed, all together.
FUZZ_RUNS = 10000000

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
	@Scripts/check-examples --apart
	@Scripts/check-new-plugins
	@Scripts/make-docs
	@swift build -c release --static-swift-stdlib --product tributary $(FLAGS)
	@swift build -c release --static-swift-stdlib --product tributary-origin $(FLAGS)
	@Scripts/check-fetching
	@Scripts/check-delivery
	@Scripts/check-pages --install
	@Scripts/fuzz --total $(FUZZ_RUNS) --jobs "$$(nproc)"

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
