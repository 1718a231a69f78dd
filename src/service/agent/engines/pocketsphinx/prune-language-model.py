"""Prunes an ARPA trigram to its most frequent words and its most informative n-grams.

Usage: prune-language-model.py in.arpa out.arpa WORDS BIGRAMS TRIGRAMS

An n-gram is worth its probability times what it adds to the shorter context (a simple form of relative entropy
pruning). Unigrams and back-off weights are normalised again over what is kept.
"""
import math
import sys

source, target = sys.argv[1:3]
most_words, most_bigrams, most_trigrams = map(int, sys.argv[3:])


def usable(word):
    return word in ("<s>", "</s>") or (word.replace("'", "").isalpha() and word.isascii())


unigrams, bigrams, trigrams = {}, {}, []
order, vocabulary = 0, set()
with open(source, encoding="utf8", errors="replace") as lines:
    for line in lines:
        if line.startswith("\\"):
            order = int(line[1]) if line[1:].startswith(("1-", "2-", "3-")) else order
            if order == 2 and not vocabulary:
                frequent = sorted((w for w in unigrams if usable(w)), key=lambda w: -unigrams[w][0])
                vocabulary = set(frequent[:most_words]) | {"<s>", "</s>"}
            continue
        parts = line.split()
        if not parts or order == 0:
            continue
        probability, words = float(parts[0]), parts[1:order + 1]
        back_off = float(parts[order + 1]) if len(parts) > order + 1 else 0.0
        if order == 1:
            unigrams[words[0]] = (probability, back_off)
        elif vocabulary.issuperset(words):
            if order == 2:
                bigrams[tuple(words)] = (probability, back_off)
            else:
                trigrams.append((*words, probability))

# The start of a sentence has no probability of its own: as many sentences start as end.
base = {w: unigrams[w][0] for w in vocabulary}
base["<s>"] = base["</s>"]


def bigram(first, second):
    known = bigrams.get((first, second))
    return known[0] if known else unigrams[first][1] + base[second]


worth = []
for a, b, c, p in trigrams:
    if (a, b) in bigrams:
        gain = p - (bigrams[(a, b)][1] + bigram(b, c))
        worth.append((10 ** (base[a] + bigrams[(a, b)][0] + p) * gain, a, b, c, p))
worth.sort(reverse=True)
kept3 = [(a, b, c, p) for value, a, b, c, p in worth[:most_trigrams] if value > 0]

ranked = sorted(((10 ** (base[h] + p) * (p - unigrams[h][1] - base[w]), h, w) for (h, w), (p, _) in bigrams.items()), reverse=True)
kept2 = {(h, w) for _, h, w in ranked[:most_bigrams]} | {(a, b) for a, b, _, _ in kept3}

total = sum(10 ** unigrams[w][0] for w in vocabulary if w != "<s>")
single = {w: unigrams[w][0] - math.log10(total) for w in vocabulary}


def back_offs(followers, probability, lower):
    weights = {}
    for context, words in followers.items():
        seen = sum(10 ** probability(context, w) for w in words)
        shorter = sum(10 ** lower(context, w) for w in words)
        weights[context] = math.log10(max(1e-4, 1 - seen) / max(1e-4, 1 - shorter))
    return weights


after1 = {}
for h, w in sorted(kept2):
    after1.setdefault(h, []).append(w)
bo1 = back_offs(after1, lambda h, w: bigrams[(h, w)][0], lambda h, w: -99 if w == "<s>" else single[w])

after2, score3 = {}, {}
for a, b, c, p in kept3:
    after2.setdefault((a, b), []).append(c)
    score3[(a, b, c)] = p
bo2 = back_offs(
    after2,
    lambda h, w: score3[(*h, w)],
    lambda h, w: bigrams[(h[1], w)][0] if (h[1], w) in kept2 else bo1.get(h[1], 0) + single[w],
)

with open(target, "w", encoding="utf8") as out:
    out.write(f"\\data\\\nngram 1={len(vocabulary)}\nngram 2={len(kept2)}\nngram 3={len(kept3)}\n\n\\1-grams:\n")
    for w in sorted(vocabulary):
        out.write(f"{-99 if w == '<s>' else single[w]:.4f} {w} {bo1.get(w, 0):.4f}\n")
    out.write("\n\\2-grams:\n")
    for h, w in sorted(kept2):
        out.write(f"{bigrams[(h, w)][0]:.4f} {h} {w} {bo2.get((h, w), 0):.4f}\n")
    out.write("\n\\3-grams:\n")
    for a, b, c, p in sorted(kept3):
        out.write(f"{p:.4f} {a} {b} {c}\n")
    out.write("\n\\end\\\n")
