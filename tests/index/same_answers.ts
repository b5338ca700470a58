/** Holds the answers of a synced index to those of a new one, byte for byte. */
import { ExportedGraph } from "../../src/answers/export/exported_graph.ts";
import { answerContext } from "../../src/answers/answer_context.ts";
import { questionNamed } from "../../src/answers/questions.ts";
import { QuestionError } from "../../src/answers/question.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { subWords } from "../../src/store/sub_words.ts";

type Given = Readonly<Record<string, unknown>>;

/** Questions that give different answers; nothing if none does. */
export function differentAnswers(
  root: string,
  databasePath: string,
  newDatabasePath: string,
  subjects: number,
): string[] {
  using store = IndexStore.open(databasePath, root);
  using fresh = IndexStore.open(newDatabasePath, root);
  const different = exportOf(store) === exportOf(fresh) ? [] : ["export is another"];
  const asked = [...questionsAbout(namesOf(fresh, subjects))]
    .filter(([name, given]) =>
      answerOf(store, root, name, given) !== answerOf(fresh, root, name, given)
    )
    .map(([name, given]) => `${name} ${JSON.stringify(given)} is answered differently`);
  return [...different, ...asked];
}

/** All of an index as it is exported, symbols numbered in their order there. */
function exportOf(store: IndexStore): string {
  const graph = new ExportedGraph(store);
  const numbers = new Map<number, number>();
  const symbols = Array.from(graph.symbols(), (symbol) => {
    numbers.set(symbol.id, numbers.size);
    return { ...symbol, id: 0 };
  });
  const edges = Array.from(graph.edges(), (edge) => {
    return { ...edge, from: numbers.get(edge.from), to: numbers.get(edge.to) };
  });
  return JSON.stringify([symbols, edges]);
}

/** Names of symbols, spread over the files. */
function namesOf(store: IndexStore, count: number): string[] {
  const names = [...store.files.each()].flatMap(({ id }) =>
    store.symbols.inFile(id).filter(({ kind }) => kind !== "file").map(({ name }) => name)
  );
  const each = Math.max(1, Math.floor(names.length / count));
  return [...new Set(names.filter((_, at) => at % each === 0))].slice(0, count);
}

function* questionsAbout(names: readonly string[]): Generator<[question: string, Given]> {
  for (const [at, name] of names.entries()) {
    const other = names[(at + 1) % names.length]!;
    const words = subWords(`${name} ${other}`).join(" ");
    for (const query of [name, name.slice(0, 3), `${name}x`, words]) yield ["search", { query }];
    for (const question of ["callers", "callees", "impact", "node"]) {
      yield [question, { symbol: name }];
    }
    yield ["trace", { from: name, to: other }];
    yield ["explore", { query: words }];
    yield ["context", { task: `how does ${words} work` }];
  }
}

function answerOf(store: IndexStore, root: string, name: string, given: Given): string {
  try {
    const { value, text } = questionNamed(name).answer(answerContext(store, root), given);
    return JSON.stringify(value) + text;
  } catch (error) {
    if (error instanceof QuestionError) return `${error.message} ${error.remedy}`;
    throw error;
  }
}
