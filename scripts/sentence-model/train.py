"""
Trains the sentence model to find the sentence that answers a question, or to find that none does.

    python train.py FOLDER_OF_all-MiniLM-L6-v2 OUT [epochs]

One step uses one text: its questions against all of its sentences, with a softmax over their cosines and a learned
threshold, below which all sentences should stay if a question has no answer (a null answer, as in SQuAD 2.0,
Rajpurkar, Jia, Liang 2018). The ten texts of untaught.txt are kept for evaluation.
"""
import json, os, random, re, sys
import torch, torch.nn as nn, torch.nn.functional as F
from transformers import AutoTokenizer, BertModel

BASE, OUT, EPOCHS = sys.argv[1], sys.argv[2], int((sys.argv + ["8"])[3])
RATE, MOST_QUESTIONS, MOST_TOKENS = 4e-5, 56, 72
HERE = os.path.dirname(os.path.abspath(__file__))
UNTAUGHT = open(os.path.join(HERE, "untaught.txt")).read().split()
# The same as `DEPENDENT_START` of src/agent/knowledge/sentence-table.ts.
DEPENDENT_START = re.compile(
    r"^(it|its|they|them|their|he|she|his|her|this|these|those|that|the (nearest|others?|rest|second|first|latter"
    r"|former)|both|each|one|neither|there|then|also|instead|otherwise|but|and|or|so)\b", re.I)
torch.manual_seed(3)
random.seed(3)


def read(text):
    """The sentences of a text by their numbers, under their headings, and its questions with the numbers that answer."""
    sentences, questions, heading, before, asked = {}, [], "", None, False
    for line in text.splitlines():
        line = line.strip()
        numbered = re.match(r"([\d, ]+|-)\|\s*(.*)", line)
        if line == "QUESTIONS":
            in_questions = True
        elif line.startswith("## "):
            heading, before = line[3:], None
        elif in_questions and numbered:
            questions.append((numbered[2], [int(number) for number in re.findall(r"\d+", numbered[1])]))
        elif numbered:
            row = "|" in numbered[2]
            text = re.sub(r"\s*\|\s*", ": ", numbered[2], count=1).replace(" | ", ", ")
            context = f"{before} {text}" if before and not row and DEPENDENT_START.match(text) else text
            sentences[int(numbered[1])] = f"{heading}: {context}"
            before = text
    return sentences, questions


rows = [json.loads(line) for line in open(os.path.join(HERE, "texts.jsonl"), encoding="utf8")]
untaught = [read(row["text"]) for row in rows if row["name"] in UNTAUGHT]
taught = [read(row["text"]) for row in rows if row["name"] not in UNTAUGHT]
tokenizer = AutoTokenizer.from_pretrained(BASE)
model = BertModel.from_pretrained(BASE, attn_implementation="sdpa", add_pooling_layer=False)
# The word embeddings are frozen, so that words that these few texts lack keep their meaning.
model.embeddings.word_embeddings.weight.requires_grad_(False)
threshold, scale = nn.Parameter(torch.tensor(0.35)), nn.Parameter(torch.tensor(3.0))


def embed(lines):
    """Returns unit vectors, the mean over all tokens. Lines of similar length share a batch."""
    encoded = tokenizer(lines, truncation=True, max_length=MOST_TOKENS)
    order = sorted(range(len(lines)), key=lambda at: len(encoded["input_ids"][at]))
    vectors, size = [], len(order) // 3 + 1
    for start in range(0, len(order), size):
        part = order[start:start + size]
        batch = tokenizer.pad({key: [encoded[key][at] for at in part] for key in encoded}, return_tensors="pt")
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = model(**batch).last_hidden_state.float()
        mask = batch["attention_mask"][..., None]
        vectors.append(F.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1))
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(vectors)[back]


def misheard(question):
    """Simulates typing and recognition errors: no punctuation, a missing word, two swapped letters."""
    chance = random.random()
    if chance < 0.3:
        words = re.sub(r"[^\w\s]", "", question).lower().split()
        if len(words) > 4 and random.random() < 0.4:
            words.pop(random.randrange(len(words)))
        return " ".join(words)
    if chance < 0.4 and len(question) > 8:
        at = random.randrange(len(question) - 1)
        return question[:at] + question[at + 1] + question[at] + question[at + 2:]
    return question


@torch.no_grad()
def judged():
    """Scores the untaught texts: nearest sentence is right; also right at a threshold that declines 90 % of the rest."""
    model.eval()
    right, nearest, others = [], [], []
    for sentences, questions in untaught:
        numbers = list(sentences)
        cosines = embed([question for question, _ in questions]) @ embed(list(sentences.values())).T
        for (_, answers), row in zip(questions, cosines):
            if answers:
                right.append(numbers[row.argmax()] in answers)
                nearest.append(row.max().item())
            else:
                others.append(row.max().item())
    model.train()
    bar = sorted(others)[int(0.9 * len(others))]
    said = [ok for ok, cosine in zip(right, nearest) if cosine > bar]
    return f"first {sum(right) / len(right):.3f}, right said {sum(said) / len(right):.3f}, " \
           f"wrong said {(len(said) - sum(said)) / len(right):.3f}"


print("before:", judged(), flush=True)
weights = [weight for weight in model.parameters() if weight.requires_grad]
optimizer = torch.optim.AdamW([
    {"params": weights, "lr": RATE, "weight_decay": 0.01},
    {"params": [threshold, scale], "lr": 1e-3, "weight_decay": 0},
])
steps = EPOCHS * len(taught)
rate = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: min(1, (step + 1) / (steps * 0.1)) * max(0.02, 1 - step / steps))
for epoch in range(EPOCHS):
    random.shuffle(taught)
    for sentences, questions in taught:
        numbers = list(sentences)
        # A quarter of the sentences have no heading here, because the service also embeds sentences without
        # headings.
        lines = [line if random.random() < 0.75 else line.split(": ", 1)[1] for line in sentences.values()]
        sampled = random.sample(questions, min(MOST_QUESTIONS, len(questions)))
        vectors = embed(lines)
        cosines = embed([misheard(question) for question, _ in sampled]) @ vectors.T
        scores = scale.exp() * torch.cat([cosines, threshold.expand(len(sampled), 1)], 1)
        wanted = torch.zeros_like(scores)
        for row, (_, answers) in enumerate(sampled):
            for number in answers:
                wanted[row, numbers.index(number)] = 1
            if not answers:
                wanted[row, -1] = 1
        loss = (torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(wanted == 0, -1e9), 1)).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        rate.step()
    print(f"epoch {epoch}: threshold {threshold.item():.2f},", judged(), flush=True)
model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
