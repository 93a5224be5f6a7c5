// A pure function's results, kept as long as what they were made of: a summary that is made again after each turn pays for what is new only.
export function remembered<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const known = new WeakMap<From, { made: Made }>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before.made;
    const made = make(from);
    known.set(from, { made });
    return made;
  };
}
