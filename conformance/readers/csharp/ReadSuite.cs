// Compares an engine with a suite of `thesmos suite`: dotnet run --project FOLDER SUITE
// `Nim.Look` is the engine: it returns what the line has as `expect`, or null if it does not support
// the question. docs/pages/cli.md#suite describes a line.
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

if (args.Length != 1) { Console.Error.WriteLine("usage: dotnet run --project FOLDER SUITE"); return 2; }
JsonSerializerOptions form = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
int passed = 0, failed = 0, unsupported = 0;
foreach (var line in File.ReadLines(args[0]))
{
    var question = JsonNode.Parse(line)!;
    var expect = Text(question["expect"].Deserialize<Answer>(form));
    string? got;
    try { got = question["viewer"] == null ? Text(Nim.Look(question)) : null; } // only `answer` has a view in full
    catch (Exception error) { got = error.Message; }
    if (got == null) unsupported++; else if (got == expect) passed++; else failed++;
    if (got != null && got != expect)
        Console.WriteLine($"{question["id"]}: expected {expect}, got {got} after {question["choices"]!.ToJsonString(form)}");
}
Console.WriteLine($"{passed} passed, {failed} failed, {unsupported} unsupported");
return passed > 0 && failed == 0 ? 0 : 1;

string? Text(Answer? one) => one == null ? null : JsonSerializer.Serialize(one with {
    Options = one.Options?.Order(StringComparer.Ordinal).ToArray(), Winners = one.Winners?.Order().ToArray() }, form);

record Answer(int? Player = null, string[]? Options = null, bool? MaySkip = null, int[]? Winners = null, int? Refused = null);
