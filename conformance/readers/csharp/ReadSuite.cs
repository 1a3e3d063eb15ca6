// Compares an engine with a suite, as `thesmos suite` writes it: dotnet run --project FOLDER SUITE
//
// `Nim.Look` is the engine: put your own in its place. It answers a `look` of
// conformance/protocol/README.md, or null if the engine does not know the question. The exit code is 0
// if cases passed and none failed.
using System.Text.Json.Nodes;

if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet run --project FOLDER SUITE");
    return 2;
}
int passed = 0, failed = 0, unsupported = 0;
foreach (var line in File.ReadLines(args[0]))
{
    var one = JsonNode.Parse(line)!;
    var asked = one["looks"]!.AsArray().SelectMany(look => Questions(look!)).ToList();
    var answers = asked.Select(question => Nim.Look(question.Look, question.Choices)).ToList();
    var wrong = asked.Zip(answers, (question, got) => got == null ? "" : Wrong(question, got)).ToList();
    var at = wrong.FindIndex(words => words != "");
    if (answers.Contains(null)) unsupported++;
    else if (at < 0) passed++;
    else
    {
        failed++;
        Console.WriteLine($"{one["id"]}: {wrong[at]} after {string.Join(" ", asked[at].Choices)}");
    }
}
Console.WriteLine($"{passed} passed, {failed} failed, {unsupported} unsupported");
return passed > 0 && failed == 0 ? 0 : 1;

// A look, and for each choice that must be refused there, the look after it.
static IEnumerable<Question> Questions(JsonNode look)
{
    var choices = Texts(look["choices"]);
    foreach (var each in look["refuse"]?.AsArray() ?? new JsonArray())
        yield return new Question(look, choices.Append((string)each!["option"]!).ToArray(), choices.Length);
    yield return new Question(look, choices, (int?)look["refused"]?["choice"]);
}

// What is wrong with an answer; nothing if it is right.
static string Wrong(Question asked, Answer got)
{
    if (asked.Refused != null) return got.Refused == asked.Refused ? "" : "not refused";
    if (got.Refused != null) return "refused";
    var ok = asked.Look["ok"]!;
    if (ok["result"] != null || got.Winners != null)
        return ok["result"] != null && got.Winners != null && Same(Texts(ok["result"]!["winners"]), got.Winners.Select(n => $"{n}")) ? "" : "winners";
    if ((int)ok["player"]! != got.Player) return "player";
    if (((bool?)ok["may_skip"] ?? false) != got.MaySkip) return "may_skip";
    return Same(Texts(ok["options"]), got.Options ?? new string[0]) ? "" : "options";
}

static string[] Texts(JsonNode? list) => list?.AsArray().Select(one => one!.ToString()).ToArray() ?? new string[0];

static bool Same(IEnumerable<string> some, IEnumerable<string> others) =>
    some.Order(StringComparer.Ordinal).SequenceEqual(others.Order(StringComparer.Ordinal));

record Question(JsonNode Look, string[] Choices, int? Refused);

record Answer(int Player = 0, string[]? Options = null, bool MaySkip = false, int[]? Winners = null, int? Refused = null);
