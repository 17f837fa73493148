/** Dictionaries that do not keep their keys alive. */
export function WeakKeyDictionary() {
  const kept = new WeakMap();
  return {
    $get: (key, otherwise = null) => kept.get(key) ?? otherwise,
    $setdefault(key, value) {
      if (!kept.has(key)) kept.set(key, value);
      return kept.get(key);
    },
    $__getitem__: (key) => kept.get(key),
    $__setitem__: (key, value) => void kept.set(key, value),
    $__contains__: (key) => kept.has(key),
    $pop(key, otherwise = null) {
      const value = kept.get(key) ?? otherwise;
      kept.delete(key);
      return value;
    },
  };
}
