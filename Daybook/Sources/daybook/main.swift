import DaybookWeb
