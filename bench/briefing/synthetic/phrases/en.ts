import type { Phrases } from "../phrases.ts";

export const en: Phrases = {
  goal: {
    dev: [
      "We need {thing} on {place}. Look around first, then build it, keep the public types as they are.",
      "hey, can you get {thing} working for {place}? customers have been asking for months",
      "Task for today: {thing}, end to end, for {place}. Small commits please.",
    ],
    test: [
      "I'd like you to build {thing} into {place}. Start by reading how it works now.",
      "ok so {place} has no {thing} and it hurts. please add it, with tests",
      "Implement {thing} for {place}; the ticket has no more detail than that, sorry.",
    ],
  },
  correct: {
    dev: [
      "Hold on. I mixed up two tickets: {thing} belongs on {new}, {old} keeps working the way it does today.",
      "product just pinged me, {thing} is wanted for {new} and not for {old}. same idea, different place",
    ],
    test: [
      "My mistake, I gave you the wrong target. {new} is the one that needs {thing}; leave {old} alone.",
      "Scope moved: {thing} goes to {new}. {old} is off the table for this release.",
    ],
  },
  decideUser: {
    dev: [
      "Take {chosen} for this. {why}",
      "{chosen} it is. I looked at {dropped} too, but {why}",
      "for this one I want {chosen} and not {dropped}: {why}",
    ],
    test: ["My vote is {chosen}. {why}", "Build it on {chosen}; {why}", "talked to the team, {chosen} wins over {dropped}. {why}"],
  },
  decideAgent: {
    dev: [
      "I compared both candidates. {chosen} is the better fit here: {why}",
      "This is now on {chosen}. The alternative would have been {dropped}, however {why}",
    ],
    test: [
      "Of the two options I picked {chosen}. {why}",
      "Design note: everything below sits on {chosen}. {dropped} was the other candidate; {why}",
    ],
  },
  whyLicence: {
    dev: ["{it} is under {term} and legal will not sign that.", "{it} ships as {term}, which we may not link against."],
    test: ["the {term} terms of {it} are a no-go for our customers.", "{it} changed its licence to {term}, that rules it out for us."],
  },
  whyRuntime: {
    dev: ["{it} has no build for {term}.", "{it} crashes on {term}, and that is a third of our users."],
    test: ["there is no way to run {it} on {term}.", "{term} support was removed from {it} last year."],
  },
  whyCost: {
    dev: ["{it} would cost us {term} a month.", "the {it} bill comes to {term} every month."],
    test: ["{it} is {term} per month and nobody will approve that.", "we'd pay {term} monthly for {it}."],
  },
  whyLatency: {
    dev: ["{it} adds {term} to every call.", "with {it} the p99 was {term}."],
    test: ["every request through {it} takes {term} longer.", "I measured {term} per lookup with {it}."],
  },
  revoke: {
    dev: [
      "I have to take that back: {new}, not {old}. {why}",
      "Change of heart about {old}. {why} Please move what you have over to {new}.",
    ],
    test: ["Sorry, {old} is out again. {why} {new} replaces it everywhere.", "We can't keep {old}: {why} Swap it for {new}."],
  },
  trying: {
    dev: ["Let me try {approach} for that.", "First idea: {approach}."],
    test: ["I'll give {approach} a shot.", "Going in with {approach}."],
  },
  failed: {
    dev: [
      "{approach} is no good here: it ends in {error} as soon as two requests overlap. I took it out and do the plain thing.",
      "That was a blind alley. {approach} runs into {error} under load, so it is gone again.",
    ],
    test: [
      "Scrapped {approach}, it trips {error} on the second run every time. A simple loop does the job.",
      "{approach} looked nice on paper. In practice: {error}. Back to the boring version.",
    ],
  },
  reject: {
    dev: [
      "no no, please take {approach} out again. {rule} forbids exactly that",
      "I don't want {approach} in there, see {rule}. Put it back how it was.",
    ],
    test: [
      "that's not acceptable, {rule} says {approach} is off limits. remove it",
      "Please back {approach} out. We got burned by it, that is what {rule} is about.",
    ],
  },
  rejected: { dev: ["Understood, it is out again.", "OK, I put it back."], test: ["Removed.", "Done, the old version is back in place."] },
  portTaken: {
    dev: [
      "careful, {taken} is used by {service} on this machine. our instance listens on {free}",
      "btw port {taken} is {service}, you want {free}",
    ],
    test: [
      "just so you know: {service} sits on {taken} here, so everything of ours runs on {free}",
      "Heads-up about ports: {free} is ours, {taken} is {service}.",
    ],
  },
  version: {
    dev: [
      "{host} still has {version} and will keep it until spring, so nothing newer than that.",
      "the deploy target is {host}, it has {version}, no upgrade this year",
    ],
    test: ["whatever you write has to run on {host}: that box is on {version}.", "{version} is all we get on {host}, keep that in mind"],
  },
  readOnly: {
    dev: ["{host} is for looking only. Writes there go through {person}.", "hands off {host} please, only {person} changes things there"],
    test: [
      "You may read from {host}, but any change on it is {person}'s call.",
      "{host} is production for the other team. ask {person} before touching it",
    ],
  },
  onlyWith: {
    dev: [
      "Got it running: `{command}` is the call that works on this machine.",
      "The suite comes up with `{command}`; the plain call does not.",
    ],
    test: ["It starts once you call it as `{command}`.", "For the record, this is what it takes here: `{command}`."],
  },
  push: {
    dev: [
      "push the branch, but no PR yet, {person} wants to read it first",
      "Please push {branch}. The pull request I will open myself after {person} had a look.",
    ],
    test: [
      "get it onto the remote; hold the PR until {person} is back",
      "Push it as {branch}. No pull request for now, {person} decides on that.",
    ],
  },
  pushed: { dev: ["{branch} is on the remote.", "Pushed to {branch}."], test: ["The remote has {branch} now.", "Up there: {branch}."] },
  listed: {
    dev: ["I wrote the steps down and start at the top.", "Here is how I split it."],
    test: ["Plan noted, starting.", "I broke it into pieces."],
  },
  second: {
    dev: ["Great, that one is finished. New topic: {thing} for {place}.", "perfect. now on to something else: {place} should get {thing}"],
    test: [
      "Good, merged. The other thing on my list is {thing} in {place}.",
      "that's done then. could you get going on {thing} for {place}",
    ],
  },
  beginning: {
    dev: ["I'll read {file} first.", "Starting with {file}."],
    test: ["Opening {file} to see the current shape.", "First stop is {file}."],
  },
  ask: {
    dev: [
      "The core is in. One thing I need from you: should {thing} cover {other} as well, or only {place}?",
      "Before I go further: do you want {thing} on {other} too?",
    ],
    test: [
      "Works for {place}. What about {other}, is {thing} meant to apply there?",
      "I can leave {other} out of {thing} or include it. Which one?",
    ],
  },
  userAsks: {
    dev: ["how would {thing} behave on {place} when two people edit at once?", "one more: does {place} need a migration for {thing}?"],
    test: ["what happens to {place} if we turn {thing} off again?", "is there any risk that {thing} slows {place} down?"],
  },
  delegate: {
    dev: ["Go through everything that touches {place} and report what is wrong there."],
    test: ["Review the code around {place} and tell me what you find."],
  },
  finding: {
    dev: ["Main result: a {finding} at {file}:{count}. The rest looks sound."],
    test: ["One real problem: {file}:{count} has a {finding}. Nothing else of note."],
  },
  folder: {
    dev: [
      "the client lives next door in {folder}, {file} there has to change along with it",
      "Please also adapt {file} in {folder}, it is a separate checkout.",
    ],
    test: ["there is a second repo, {folder}; its {file} needs the same change", "Don't forget {folder}: {file} over there mirrors this."],
  },
  pasted: {
    dev: ["this is what the box printed last night. somewhere in there is why {thing} on {place} stopped:"],
    test: ["Log from the weekend below. Please find out why {place} lost {thing}:"],
  },
  thanks: {
    dev: ["lovely, thanks a lot! enjoy your weekend", "brilliant, you saved my evening. see you"],
    test: ["awesome, cheers! off to the swimming pool now", "nice one, thank you. have a good holiday"],
  },
  bye: {
    dev: ["My pleasure, enjoy the weekend!", "Glad it helped. Have a nice evening!"],
    test: ["You're welcome, have fun at the pool!", "Any time. Happy holiday!"],
  },
  fillerAsk: {
    dev: [
      "rename {name} in {file}, the name lies",
      "could you split {name} ({file}) in two? it is too long",
      "add a short comment to {name} in {file} on why it sorts",
    ],
    test: ["{name} in {file} needs a guard for empty input", "tidy up {name} in {file} a bit", "move the constant out of {name} ({file})"],
  },
  fillerDone: {
    dev: ["Renamed and committed; {file} reads better now.", "{name} is tidy now, committed."],
    test: ["{file} is cleaned up and committed.", "Committed: {name} has its guard."],
  },
  looking: { dev: ["Let me look at {file}.", "Checking {file}."], test: ["I'll open {file}.", "Reading {file} now."] },
  touchUp: {
    dev: ["last bit: let {name} return early when there is nothing to do", "small one, {name} should log at debug level"],
    test: ["can {name} take the limit as an argument", "tiny thing: make {name} stricter about whitespace"],
  },
  allGreen: {
    dev: ["Everything passes, {count} tests.", "All {count} green."],
    test: ["{count} out of {count} pass.", "The suite is happy: {count} passing."],
  },
  wrapUp: {
    dev: ["That is in. The change is confined to {file}.", "In place now, see {file}."],
    test: ["Finished; only {file} was touched.", "There you go, {file} has it."],
  },
  goOn: { dev: ["ok go on", "sounds good"], test: ["yes, carry on", "fine by me"] },
  detail: {
    dev: [
      "{name} used to swallow the cause, now it hands it on.",
      "Two branches in {file} could never be reached and are gone.",
      "I timed a run over the sample data, it takes as long as before.",
      "There was a copy of the date format in {file}; it now comes from one place.",
      "{name} got a second test for the case with one row only.",
      "The comment above {name} described an older version, I brought it up to date.",
      "For {file} the diff is mostly indentation, look at it without white space.",
      "Callers that pass no limit see the same order as ever.",
      "The rows now come in one pass and go straight to {name}; before, they were read twice.",
      "{name} keeps its signature, so nothing that calls it has to move.",
      "In {file} I also straightened out the order of the imports and two stale comments.",
      "The error path ends in the same message as before, only with the row's number in it.",
      "I looked for other callers of {name} and there are three, all of them in the tests.",
      "Types got a little narrower on the way, the compiler found one place where a string could have been empty.",
      "There is a helper in {file} that does nearly the same thing; I left the two apart because their units differ.",
      "What it does on an empty list is now spelled out: it gives back an empty list.",
      "The loop bound used to be computed inside the loop, now it stands before it.",
      "A look at the timing: no change that one could measure on my side.",
    ],
    test: [
      "The early return in {name} makes the nesting one level shallower.",
      "A magic number in {file} has a name now.",
      "{name} and its neighbour shared a variable by accident, each has its own.",
      "The diff of {file} looks large because a block moved, its content is the same.",
      "I ran it by hand on the sample and compared both outputs line by line.",
      "What used to be three flags on {name} is one options object.",
      "Reading {file} from top to bottom should be easier, the public part comes first.",
      "A stale re-export in {file} is gone, nobody imported it.",
      "{file} got shorter by some twenty lines, most of them were two copies of one check.",
      "From the outside {name} behaves exactly as it did, the difference is who owns the buffer.",
      "I read through the neighbouring code, too, and it does not rely on the old order.",
      "The naming follows what the rest of the folder does, verbs for functions and nouns for the rest.",
      "An empty string and an absent value are told apart here, they were lumped together earlier.",
      "One log line went from info to debug since it came once for each row.",
      "The default stays where it was; whoever passes a limit gets that limit.",
      "{name} no longer reaches into the config itself, it is handed what it needs.",
      "For large inputs memory stays flat now, the rows are handed on as they come.",
      "The doc comment on {name} says in one sentence what comes back and in which order.",
    ],
  },
  context: {
    dev: [
      "The customer in question has about nine thousand rows, if that matters.",
      "I have a call in ten minutes, so take your time.",
      "It came up in the review of {name} last week.",
      "The file with {name} is a bit of a mess, I know.",
    ],
    test: [
      "No rush on this one, it is for the release after next.",
      "Support gets a mail about it every other day.",
      "{name} was written by someone who has left since.",
      "Have a look at how the other modules do it.",
    ],
  },
};
