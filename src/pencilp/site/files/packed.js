// Files in one: a line of JSON with their sizes by their paths, and their contents one after the other.

export function* unpacked(bytes) {
  const end = bytes.indexOf(10);
  let at = end + 1;
  for (const [path, size] of Object.entries(JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))))) {
    yield [path, bytes.subarray(at, at + size)];
    at += size;
  }
}

export function packed(files) {
  const sizes = Object.fromEntries(files.map(([path, bytes]) => [path, bytes.length]));
  return new Blob([JSON.stringify(sizes), "\n", ...files.map(([, bytes]) => bytes)]);
}

// the bytes of a file that was compressed by gzip
export async function fetched(address) {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // the server said that it is compressed, so it no longer is
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}
