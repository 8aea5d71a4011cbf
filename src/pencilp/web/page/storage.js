// The browser's storage for this page. If the browser forbids it or it is full, values last as long as the page is open.

class Store {
  #held = new Map();

  constructor(name) {
    try {
      this.own = window[name] ?? null;
    } catch {
      this.own = null; // forbidden
    }
  }

  // whether values outlive the page
  get lasts() {
    return this.own !== null;
  }

  get(key) {
    return this.#held.get(key) ?? this.own?.getItem(key) ?? null;
  }

  // Stores a text; returns false if the storage is full. Then it is held while the page is open, unless it is not to be (`hold`).
  put(key, text, hold = true) {
    this.#held.delete(key);
    try {
      if (this.lasts) {
        this.own.setItem(key, text);
        return true;
      }
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
    if (hold) this.#held.set(key, text);
    return false;
  }

  drop(key) {
    this.#held.delete(key);
    this.own?.removeItem(key);
  }

  keys() {
    return [...new Set([...this.#held.keys(), ...Object.keys(this.own ?? {})])];
  }
}

export const lasting = new Store("localStorage");
export const perTab = new Store("sessionStorage"); // in this tab alone
