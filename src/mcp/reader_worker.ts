/// <reference lib="deno.worker" />
/** A reader's thread: answers one question after the other. */
import { answerContext, CancelledError } from "../answers/answer_context.ts";
import { KeptTexts } from "../answers/kept_texts.ts";
import { InputError } from "../answers/parameters.ts";
import { QuestionError } from "../answers/question.ts";
import { questionNamed } from "../answers/questions.ts";
import { CorruptIndexError, IndexError } from "../store/errors.ts";
import { IdleCollection } from "./idle_collection.ts";
import { OpenStores } from "./open_stores.ts";
import type { ReadFailure, ReadReply, ReadRequest } from "./reader_messages.ts";

const stores = new OpenStores();
const texts = new KeptTexts();
const collection = new IdleCollection(() => {
  stores.rest();
  texts.clear();
});

function answer({ question, given, root, databasePath, cancelled }: ReadRequest): ReadReply {
  const store = stores.at(databasePath, root);
  const isCancelled = (): boolean => Atomics.load(cancelled, 0) !== 0;
  const context = answerContext(store, root, isCancelled, texts);
  const { value, text } = questionNamed(question).answer(context, given);
  return { value: value as Record<string, unknown>, text };
}

function failureOf(error: unknown): ReadFailure {
  if (!(error instanceof Error)) return internal(String(error));
  if (error instanceof CancelledError) {
    return { kind: "cancelled", message: error.message, remedy: error.remedy };
  }
  if (error instanceof QuestionError || error instanceof InputError) {
    return { kind: "question", message: error.message, remedy: error.remedy };
  }
  if (error instanceof IndexError) {
    const kind = error instanceof CorruptIndexError ? "damaged-index" : "index";
    return { kind, message: error.message, remedy: error.remedy };
  }
  return internal(error.stack ?? error.message);
}

function internal(message: string): ReadFailure {
  return { kind: "internal", message, remedy: "Please report this with the server's log." };
}

self.onmessage = ({ data }: MessageEvent<ReadRequest>): void => {
  let reply: ReadReply;
  try {
    reply = answer(data);
  } catch (error) {
    stores.closeIfBroken(error, data.databasePath);
    reply = { failure: failureOf(error) };
  }
  self.postMessage(reply);
  collection.postpone();
};
