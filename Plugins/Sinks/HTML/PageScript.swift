/// The pages' own scripts, which the policy knows by their hashes; nothing of a feed is in them.
enum PageScript {
    /// Filters by feed and tag, kept in the address behind `#`, and moves by keys.
    static let index = """
        (() => {
        "use strict";
        const find = (selector) => [...document.querySelectorAll(selector)];
        const cards = find(".card"), days = find(".day"), chips = find('a[href^="#feed-"],a[href^="#tag-"]');
        const all = document.getElementById("all"), shown = document.getElementById("shown");
        const parse = (hash) => Object.fromEntries([...hash.matchAll(/(feed|tag)-([0-9a-f]{8})/g)].map((m) => [m[1], m[2]]));
        const show = () => {
          const state = parse(location.hash);
          const some = Object.keys(state).length > 0;
          let count = 0;
          for (const card of cards) {
            const fits = (!state.feed || card.dataset.feed === state.feed)
              && (!state.tag || (card.dataset.tags || "").split(" ").includes(state.tag));
            card.hidden = !fits;
            if (fits) count += 1;
          }
          for (const day of days) day.hidden = !day.querySelector(".card:not([hidden])");
          const mark = (link, on) => on ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
          for (const chip of chips) {
            const [[kind, key]] = Object.entries(parse(chip.hash));
            mark(chip, state[kind] === key);
          }
          mark(all, !some);
          const [before, between, after] = shown.dataset.words.split("#");
          shown.textContent = some ? before + count + between + cards.length + after : "";
        };
        document.addEventListener("click", (event) => {
          const link = event.target.closest('a[href^="#feed-"],a[href^="#tag-"],#all');
          if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          const state = link === all ? {} : parse(location.hash);
          for (const [kind, key] of Object.entries(parse(link.hash))) {
            if (state[kind] === key) delete state[kind]; else state[kind] = key;
          }
          location.hash = Object.entries(state).map(([kind, key]) => kind + "-" + key).join("+");
          scrollTo(0, 0);
        });
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !"jkov".includes(event.key)) return;
          const list = cards.filter((card) => !card.hidden);
          const at = list.indexOf(document.activeElement.closest(".card"));
          if (event.key === "j" || event.key === "k") {
            const first = Math.max(0, list.findIndex((card) => card.getBoundingClientRect().bottom > 0));
            const next = list[at < 0 ? first : at + (event.key === "j" ? 1 : -1)];
            if (!next) return;
            next.querySelector("h3 a").focus({ preventScroll: true });
            next.scrollIntoView({ block: "nearest" });
          } else if (at >= 0) {
            const link = list[at].querySelector(event.key === "o" ? "h3 a" : ".original");
            if (link) link.click();
          }
        });
        addEventListener("hashchange", show);
        document.getElementById("filters").hidden = cards.length === 0;
        document.getElementById("keys").hidden = cards.length === 0;
        show();
        })();
        """

    /// Opens the original page, or goes back to the cards.
    static let reader = """
        (() => {
        "use strict";
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const wanted = { o: ".original", v: ".original", u: "#back" }[event.key];
          const link = wanted && document.querySelector(wanted);
          if (link) link.click();
        });
        })();
        """
}
