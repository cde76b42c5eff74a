/** Server-sent events of a fetch, one after the other as they come. An EventSource would begin anew when the stream ends. */

/** @typedef {{name: string, content: any}} ServerEvent */

/** @param {Promise<Response>} answer @param {(error: unknown) => never} lose what is made of a stream that breaks off @returns {AsyncGenerator<ServerEvent>} */
export async function* readEvents(answer, lose) {
  const reader = /** @type {ReadableStream<any>} */ ((await answer).body).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(lose);
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = /** @type {string} */ (blocks.pop());
      for (const block of blocks) yield readEvent(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} block @returns {ServerEvent} */
function readEvent(block) {
  const fields = Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  return { name: fields.event, content: JSON.parse(fields.data) };
}
