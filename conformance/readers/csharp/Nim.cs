// Nim, written by hand, as an engine for ReadSuite.cs: see docs/pages/facts/nim.md.
using System.Text.Json.Nodes;

static class Nim
{
    static readonly string[] Names = { "A1", "B1", "C1", "D1" };

    static string[] Offered(int[] heaps) =>
        heaps.SelectMany((size, at) => Enumerable.Range(1, size).Select(left => $"{Names[at]}-{left}")).ToArray();

    public static Answer? Look(JsonNode question)
    {
        if ((string?)question["game"] != "nim") return null;
        var position = question["position"];
        var digits = (string?)position?["heaps"] ?? "1357";
        var heaps = digits.Select(digit => digit - '0').ToArray();
        var player = (int?)position?["to_move"] ?? 1;
        var choices = question["choices"]!.AsArray().Select(choice => (string)choice!).ToArray();
        for (var number = 0; number < choices.Length; number++)
        {
            if (!Offered(heaps).Contains(choices[number])) return new Answer(Refused: number);
            heaps[Array.IndexOf(Names, choices[number][..2])] -= int.Parse(choices[number][3..]);
            player = 3 - player;
        }
        if (Offered(heaps).Length > 0) return new Answer(player, Offered(heaps), MaySkip: false);
        var loses = (string?)question["setup"]?["options"]?["last_counter"] == "loses";
        return new Answer(Winners: new[] { loses ? player : 3 - player }); // who took the last one is not to move
    }
}
