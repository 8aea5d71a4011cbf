// clingo in WebAssembly. It runs a program in Lua (pencilp/solvers/clasp/clingo.lua) that reads commands and writes answers. While
// no command is there, it is suspended in the middle of a read (JavaScript promise integration).

const PAGE_BYTES = 65536; // of WebAssembly's memory

// some web servers do not know the type of WebAssembly
async function instantiated(address, imports) {
  const reply = await fetch(address);
  const known = reply.headers.get("content-type") === "application/wasm";
  return known ? WebAssembly.instantiateStreaming(reply, imports) : WebAssembly.instantiate(await reply.arrayBuffer(), imports);
}

export class Clingo {
  #commands = []; // bytes that have not been read yet
  #wake = null;
  #answer = [];
  #errors = [];
  #answered = null;
  #memory = null;

  static async start({ clingo, program }) {
    const [{ default: make }, text] = await Promise.all([import(`${clingo}/clingo.js`), fetch(program).then((reply) => reply.text())]);
    const started = new Clingo();
    await started.#run(make, `${clingo}/clingo.wasm`, text);
    return started;
  }

  async #run(make, address, text) {
    const module = await make({
      instantiateWasm: (imports, done) => {
        for (const own of Object.values(imports))
          for (const [name, call] of Object.entries(own)) {
            if (call.name === "_fd_read") own[name] = new WebAssembly.Suspending((...given) => this.#read(...given));
            if (call.name === "_fd_write") own[name] = (...given) => this.#write(...given);
          }
        instantiated(address, imports).then(({ instance, module }) => {
          this.#memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
          done(instance, module);
        });
        return {};
      },
    });
    // the program's text lies above all memory that is used so far; clingo copies it before it needs more
    const bytes = new TextEncoder().encode(`#script (lua)\n${text}\n#end.\n\0--outf=3 --warn=none\0`);
    const start = this.#memory.grow(Math.ceil(bytes.length / PAGE_BYTES)) * PAGE_BYTES;
    new Uint8Array(this.#memory.buffer, start).set(bytes);
    WebAssembly.promising(module._run)(start, start + bytes.indexOf(0) + 1).then(
      (status) => this.#end(`clingo ended (${status}): ${this.#text()}`), (error) => this.#end(`clingo failed: ${error}`));
  }

  #end(message) {
    this.ended = new Error(message);
    this.#answered?.reject(this.ended);
  }

  #text() {
    return [...this.#errors, ...this.#answer].map((bytes) => new TextDecoder().decode(bytes)).join("");
  }

  // Sends commands. Returns the answer to the last one, or null if it has none.
  async exchange(commands, answered) {
    if (this.ended) throw this.ended;
    this.#commands.push(commands);
    this.#answer = [];
    const answer = answered ? new Promise((resolve, reject) => (this.#answered = { resolve, reject })) : null;
    this.#wake?.();
    return answer ?? new Uint8Array();
  }

  // the memory that it has taken
  get bytes() {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  *#places(vectors, count) {
    const view = new DataView(this.#memory.buffer);
    for (let k = 0; k < count; k++) yield new Uint8Array(this.#memory.buffer, view.getUint32(vectors + 8 * k, true), view.getUint32(vectors + 8 * k + 4, true));
  }

  #read(file, vectors, count, size) {
    if (this.#commands.length) return this.#given(vectors, count, size);
    if (this.#answered && this.#answer.length) {
      this.#answered.resolve(this.#whole());
      this.#answered = null;
    }
    return new Promise((wake) => (this.#wake = wake)).then(() => {
      this.#wake = null;
      return this.#given(vectors, count, size);
    });
  }

  // copies commands to clingo, as many as fit
  #given(vectors, count, size) {
    let all = 0;
    for (const place of this.#places(vectors, count)) {
      let filled = 0;
      while (filled < place.length && this.#commands.length) {
        const next = this.#commands[0];
        const part = next.subarray(0, place.length - filled);
        place.set(part, filled);
        filled += part.length;
        if (part.length === next.length) this.#commands.shift();
        else this.#commands[0] = next.subarray(part.length);
      }
      all += filled;
    }
    new DataView(this.#memory.buffer).setUint32(size, all, true);
    return 0;
  }

  #write(file, vectors, count, size) {
    let all = 0;
    for (const place of this.#places(vectors, count)) {
      (file === 1 ? this.#answer : this.#errors).push(place.slice());
      all += place.length;
    }
    new DataView(this.#memory.buffer).setUint32(size, all, true);
    return 0;
  }

  // the bytes of an answer, which begins with its length
  #whole() {
    const whole = new Uint8Array(this.#answer.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of this.#answer) {
      whole.set(each, at);
      at += each.length;
    }
    return whole.subarray(4);
  }
}
