/// The pages' own style; the custom properties are what themes change first.
enum PageStyle {
    /// The style of the page of cards.
    static let index = base + cards

    /// The style of the page of an entry.
    static let reader = base + article

    private static let base = """
        :root {
          color-scheme: light dark;
          --page: #f6f4ef; --card: #fffefc; --ink: #22252a; --soft: #5a616c; --line: #e1dcd0; --box: #e8e4da;
          --chip: #efebe2; --accent: #0a578a; --on-accent: #fff; --round: 0.75rem; --width: 96rem; --measure: 42rem;
          --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
          --sans-ja: "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "BIZ UDPGothic",
            "Yu Gothic Medium", YuGothic, Meiryo, sans-serif;
          --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #14161a; --card: #1d2026; --ink: #e6e4df; --soft: #a5abb5; --line: #30343c; --box: #282c33;
            --chip: #2b2f37; --accent: #8ec5f2; --on-accent: #10202e;
          }
        }
        *, ::before, ::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: 1.5rem; }
        body {
          margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: anywhere;
        }
        [hidden] { display: none !important; }
        a { color: var(--accent); text-underline-offset: 0.15em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.2rem; }
        .meta, .by { margin: 0; color: var(--soft); font-size: 0.8125rem; line-height: 1.5; }
        .meta { display: flex; gap: 0 0.6rem; align-items: baseline; }
        .feed { font-weight: 600; }
        .tags { display: flex; flex-wrap: wrap; gap: 0.375rem; margin: 0; padding: 0; list-style: none; }
        .tags li { min-width: 0; max-width: 100%; }
        .chip {
          display: block; max-width: 100%; padding: 0.1rem 0.65rem; border-radius: 1rem; background: var(--chip);
          color: var(--ink); font-size: 0.8125rem; line-height: 1.6; text-decoration: none; overflow: hidden;
          text-overflow: ellipsis; white-space: nowrap;
        }
        .chip:hover { color: var(--accent); text-decoration: underline; }
        .chip span { color: var(--soft); font-variant-numeric: tabular-nums; }
        .chip[aria-current], .chip[aria-current] span { background: var(--accent); color: var(--on-accent); }
        kbd {
          padding: 0 0.35rem; border: 1px solid var(--line); border-radius: 0.25rem; background: var(--card);
          font: 0.8125rem/1.5 var(--mono);
        }
        article { font-family: var(--sans); }
        :lang(ja) { font-family: var(--sans-ja); line-break: strict; text-spacing-trim: normal; }
        :lang(ja) :is(p, li, dd, blockquote) { line-height: 1.85; }
        :lang(ja) :is(em, i, cite, dfn, address, var) { font-style: normal; }
        :lang(ja) em { font-weight: 600; }
        :lang(ja) :is(h1, h3) { line-height: 1.5; letter-spacing: 0; word-break: auto-phrase; }
        :lang(ja) :is(code, kbd, pre, samp) { font-family: var(--mono), var(--sans-ja); }
        rt { font-size: 0.5em; line-height: 1.2; }

        """

    private static let cards = """
        .skip { position: absolute; left: -200vw; }
        .skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: 0.5rem 1rem; background: var(--card); }
        .top, .filters, main, .foot {
          max-width: var(--width); margin-inline: auto; padding-inline: clamp(1rem, 4vw, 3rem);
        }
        .top { padding-block: clamp(1.5rem, 4vw, 3rem) 0.75rem; }
        h1 { margin: 0; font-size: clamp(1.6rem, 1.2rem + 1.8vw, 2.5rem); line-height: 1.2; letter-spacing: -0.02em; }
        .about { margin: 0.25rem 0 0; max-width: var(--measure); color: var(--soft); }
        .filters { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: flex-start; }
        .filters > .chip { border: 1px solid transparent; }
        .filters details { max-width: 100%; }
        .filters details[open] { flex: 1 0 100%; order: 1; }
        .filters summary {
          display: inline-block; vertical-align: top; padding: 0.1rem 0.75rem; border: 1px solid var(--line); border-radius: 1rem;
          font-size: 0.8125rem; line-height: 1.6; cursor: pointer; list-style: none;
        }
        .filters summary::-webkit-details-marker { display: none; }
        .filters summary::after { content: " ▾"; content: " ▾" / ""; }
        .filters [open] > summary::after { content: " ▴"; content: " ▴" / ""; }
        .filters .tags { padding-block: 0.6rem 0.25rem; }
        #shown { margin: 0; color: var(--soft); font-size: 0.8125rem; line-height: 1.8; }
        main:focus { outline: none; }
        .day h2 {
          display: flex; gap: 1rem; align-items: center; margin: 2rem 0 1rem; color: var(--soft); font-size: 0.9375rem;
          font-weight: 600; line-height: 1.5;
        }
        .day h2::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
        .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1.25rem; }
        .card {
          position: relative; display: flex; flex-direction: column; min-width: 0; border: 1px solid var(--line);
          border-radius: var(--round); background: var(--card); overflow: hidden; scroll-margin: 1.5rem;
        }
        .card:has(h3 a:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
        .card h3 a:focus-visible { outline: none; }
        .card:has(h3 a:hover) { border-color: var(--soft); }
        .pic { aspect-ratio: 3 / 2; min-height: 0; background: var(--box); overflow: hidden; }
        .pic img { display: block; width: 100%; height: 100%; object-fit: cover; color: var(--soft); font-size: 0.8125rem; }
        .cover {
          display: flex; align-items: center; padding: 1rem 1.1rem;
          background: linear-gradient(150deg, var(--box), color-mix(in oklab, var(--box), var(--hue) 30%));
        }
        .hue-0 { --hue: #c9604f; } .hue-1 { --hue: #b08a2e; } .hue-2 { --hue: #5c9a5b; }
        .hue-3 { --hue: #3f9a9a; } .hue-4 { --hue: #5a7fc4; } .hue-5 { --hue: #9a69b5; }
        .card .cover h3 { font-size: 1.25rem; line-height: 1.4; -webkit-line-clamp: 5; }
        .text { display: flex; flex: 1; flex-direction: column; gap: 0.45rem; min-width: 0; padding: 0.9rem 1.1rem 1.1rem; }
        .text .feed { min-width: 0; color: var(--soft); overflow: hidden; text-decoration: none; text-overflow: ellipsis; white-space: nowrap; }
        .text .feed:hover, .text .feed[aria-current] { color: var(--accent); text-decoration: underline; }
        .text time { flex: none; font-variant-numeric: tabular-nums; }
        .text .original { flex: none; margin-inline-start: auto; padding-inline: 0.25rem; color: var(--soft); text-decoration: none; }
        .text .original:hover { color: var(--accent); }
        .text :is(.feed, .original, .chip) { position: relative; z-index: 1; }
        .card h3 { margin: 0; font-size: 1.125rem; font-weight: 650; line-height: 1.4; text-wrap: pretty; }
        .plain h3 { font-size: 1.2rem; }
        .card h3 a { color: inherit; text-decoration: none; }
        .card h3 a:hover { text-decoration: underline; text-decoration-thickness: 1px; }
        .card h3 a::after { content: ""; position: absolute; inset: 0; }
        .card h3, .summary, .by { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
        .by { -webkit-line-clamp: 1; }
        .summary { margin: 0; font-size: 0.9375rem; line-height: 1.6; }
        .plain .summary { -webkit-line-clamp: 9; }
        .card .tags { margin-top: auto; padding-top: 0.4rem; }
        .card .chip { max-width: 14rem; font-size: 0.75rem; padding-inline: 0.55rem; }
        .empty { padding-block: 3rem; color: var(--soft); }
        .foot { display: flex; flex-wrap: wrap; gap: 0 2rem; justify-content: space-between; padding-block: 3rem 2rem; color: var(--soft); font-size: 0.8125rem; }
        .foot p { margin: 0.25rem 0; }
        @media (hover: none) { .keys { display: none; } }

        """

    private static let article = """
        body { background: var(--card); }
        .bar { padding: 0.75rem clamp(1rem, 4vw, 3rem); border-bottom: 1px solid var(--line); font-size: 0.875rem; }
        .bar a { color: var(--soft); text-decoration: none; }
        .bar a:hover { color: var(--accent); text-decoration: underline; }
        main { max-width: calc(var(--measure) + 2 * clamp(1rem, 4vw, 3rem)); margin: auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 3rem) 5rem; }
        article > header { margin-bottom: 2rem; }
        .meta { flex-wrap: wrap; font-size: 0.875rem; }
        .by { font-size: 0.9375rem; }
        h1 { margin: 0.5rem 0; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); font-weight: 700; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; }
        .content, .files { font-size: 1.0625rem; line-height: 1.7; }
        .lead { margin: 0 0 1.5rem; }
        .content > :first-child { margin-top: 0; }
        .content :is(h2, h3, h4, h5, h6), .files h2 { margin: 2em 0 0.6em; font-size: 1.25rem; line-height: 1.4; }
        .content :is(h3, h4, h5, h6) { font-size: 1.0625rem; }
        img { display: inline-block; max-width: 100%; height: auto; border-radius: 0.25rem; vertical-align: middle; }
        .lead img { width: 100%; max-height: min(28rem, 70vh); object-fit: cover; }
        figure { margin: 1.5rem 0; }
        figcaption { margin-top: 0.5rem; color: var(--soft); font-size: 0.875rem; }
        blockquote { margin: 1.5rem 0; padding-inline-start: 1.25rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
        pre { padding: 0.9rem 1.1rem; border-radius: 0.5rem; background: var(--chip); font: 0.875rem/1.55 var(--mono); overflow: auto; overflow-wrap: normal; tab-size: 4; }
        code, samp { font: 0.9em var(--mono); }
        :not(pre) > code { padding: 0.1em 0.3em; border-radius: 0.25rem; background: var(--chip); }
        pre code { font-size: inherit; }
        table { display: block; max-width: 100%; border-collapse: collapse; font-size: 0.9375rem; overflow: auto; }
        th, td { padding: 0.4rem 0.75rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
        hr { margin: 2.5rem auto; width: 6rem; border: 0; border-top: 1px solid var(--line); }
        ul, ol { padding-inline-start: 1.5em; }
        dd { margin-inline-start: 1.5em; }
        article > footer { margin-top: 3rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
        article > footer p { margin: 0 0 1rem; font-weight: 600; }
        article > footer .tags { padding: 0; }

        """
}
