"""A game whose pieces have no names, except one: by what are they called in a position?

For `tiny`, with the entries of the position in place of MEN.
"""

NAMELESS = """
boards: {Cell: {grid: 2x1}}
zones: [hand, box]
pieces:
  Man:
    on: Cell
    attributes: {holder: {is: Player or none}, up: {is: flag}}
    supply: [{name: arthur, place: A1}, {count: 2, zone: hand}, {zone: hand, up: yes}]
state:
  Player: {best: {is: Man or none}}
headings: {Rules: {en: Rules}}
actions:
  pick:
    roles: {man: Man}
    do: |
      if zone(man) = hand: holder(man) := you
      best(you) := man
    text: "{man}"
  go: {roles: {man: Man, to: Cell}, do: "place(man) := to", text: "{man} {to}"}
steps: {pick: {actions: [pick, go], when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
position: {best: {by player: best}, men: MEN}
"""
